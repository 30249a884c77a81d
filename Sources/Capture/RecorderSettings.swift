package import Wire

/// What a recorder listens to and what it keeps.
package struct RecorderSettings: Sendable {
    /// Upper limit on the length of any packet.
    package static let wholePackets = 262_144

    package var interface: String
    /// Description that readers of the file see beside the interface's name.
    package var description: String
    /// Names for addresses.
    package var hostNames: [(address: IPAddress, name: String)]
    /// Bytes kept of each packet.
    package var snapLength: Int
    /// Size of the kernel's ring, for packets that arrive faster than they are written.
    package var bufferBytes: Int
    /// Filter in tcpdump's syntax; nil keeps all packets.
    package var filter: String?

    package init(
        interface: String,
        description: String = "",
        hostNames: [(address: IPAddress, name: String)] = [],
        snapLength: Int = wholePackets,
        bufferBytes: Int = 64 << 20,
        filter: String? = nil
    ) {
        self.interface = interface
        self.description = description
        self.hostNames = hostNames
        self.snapLength = snapLength
        self.bufferBytes = bufferBytes
        self.filter = filter
    }
}
