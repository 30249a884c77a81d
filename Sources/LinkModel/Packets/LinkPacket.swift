/// A packet as the line sees it.
package struct LinkPacket: Hashable, Sendable {
    package var identity: PacketIdentity
    /// The whole IP packet.
    package var bytes: Int
    /// True where its sender takes a mark in place of a loss.
    package var takesMarks: Bool
    /// The caller's name for it, given back with what becomes of it.
    package var ticket: Int

    @inlinable
    package init(_ identity: PacketIdentity, bytes: Int, takesMarks: Bool = false, ticket: Int = 0) {
        self.identity = identity
        self.bytes = bytes
        self.takesMarks = takesMarks
        self.ticket = ticket
    }
}
