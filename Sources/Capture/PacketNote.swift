/// Information about a packet beyond its bytes.
package struct PacketNote: Hashable, Sendable {
    /// The same number for every sighting of the packet.
    package var identifier: UInt64
    /// Comment for readers of the capture.
    package var comment: String

    package init(identifier: UInt64, comment: String) {
        self.identifier = identifier
        self.comment = comment
    }
}
