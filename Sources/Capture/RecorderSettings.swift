/// What a recorder listens to, and what it keeps.
package struct RecorderSettings: Sendable {
    /// The most bytes that any packet has.
    package static let wholePackets = 262_144

    package var interface: String
    /// What readers of the file see beside the interface's name.
    package var description: String
    /// What they call IPv4 addresses (in host order).
    package var hostNames: [(address: UInt32, name: String)]
    /// The most bytes kept of a packet.
    package var snapLength: Int
    /// The kernel's ring, for packets that come faster than they are written.
    package var bufferBytes: Int
    /// Which packets to keep, in the notation of tcpdump; nil keeps all.
    package var filter: String?

    package init(
        interface: String,
        description: String = "",
        hostNames: [(address: UInt32, name: String)] = [],
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
