/// Facts about tc and netem shared by import and export.
enum TrafficControl {
    /// Bytes of the Ethernet header, which netem counts with each packet.
    static let ethernetHeader = 14
    /// In nanoseconds, slightly below the kernel's limit of 2^32 ticks of 64 ns.
    static let longestDelay: Int64 = 274_000_000_000
    /// netem's default limit in packets.
    static let defaultLimit = 1000
    /// Plausible range of bytes that a link layer adds to a packet.
    static let overheads = 0...256
    static let widestGap = 1_000_000
}
