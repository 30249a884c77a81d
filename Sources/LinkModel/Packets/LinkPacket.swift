/// A packet as the line sees it.
package struct LinkPacket: Hashable, Sendable {
    package var identity: PacketIdentity
    /// Size of the IP packet.
    package var bytes: Int
    /// True if its sender accepts an ECN mark instead of a loss.
    package var acceptsMarks: Bool
    /// The caller's number for the packet, returned with its outcome.
    package var ticket: Int

    @inlinable
    package init(_ identity: PacketIdentity, bytes: Int, acceptsMarks: Bool = false, ticket: Int = 0) {
        self.identity = identity
        self.bytes = bytes
        self.acceptsMarks = acceptsMarks
        self.ticket = ticket
    }
}
