/// Progress of a recorder.
package struct RecorderProgress: Hashable, Sendable {
    package var packets = 0
    /// Bytes of the packets, as long as they were on the wire.
    package var bytes = 0
    /// Packets that the kernel or the interface lost before the recorder saw them.
    package var dropped = 0
    /// Why it can no longer read or write.
    package var failure: String?

    package init() {}
}
