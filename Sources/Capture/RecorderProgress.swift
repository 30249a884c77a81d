/// How far a recorder has come.
package struct RecorderProgress: Hashable, Sendable {
    package var packets = 0
    /// Of the packets as they were on the wire.
    package var bytes = 0
    /// Packets that the kernel or the interface lost before the recorder saw them.
    package var dropped = 0
    /// Why it writes nothing more, or reads nothing more.
    package var failure: String?

    package init() {}
}
