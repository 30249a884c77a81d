/// Facts about tc and netem that both ways of reading them need.
enum TrafficControl {
    /// What a packet has on an Ethernet interface before its IP header, and netem counts with it.
    static let ethernetHeader = 14
    /// In nanoseconds: 2^32 ticks of 64 ns are what the kernel holds; somewhat less.
    static let longestDelay: Int64 = 274_000_000_000
    /// Packets that netem holds where nothing is said.
    static let defaultLimit = 1000
    /// Bytes that a link layer adds to a packet, beyond which nobody means one.
    static let overheads = 0...256
    static let widestGap = 1_000_000
}
