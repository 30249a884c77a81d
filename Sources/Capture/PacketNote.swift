/// What is known of a packet beside its bytes.
package struct PacketNote: Hashable, Sendable {
    /// The same for every sighting of the packet.
    package var identifier: UInt64
    /// For whoever reads the capture.
    package var comment: String

    package init(identifier: UInt64, comment: String) {
        self.identifier = identifier
        self.comment = comment
    }
}
