/// Result of a recorder.
package struct RecorderSummary: Hashable, Sendable {
    /// Packets passed to the file; with a `writeError` it holds fewer.
    package var packets: Int
    /// Bytes of the packets, as long as they were on the wire.
    package var bytes: Int
    /// Packets that the kernel or the interface lost before the recorder saw them.
    package var dropped: Int
    /// Why the file is incomplete. Its content is still readable.
    package var writeError: String?
    /// Why recording ended early.
    package var readError: String?

    package init(
        packets: Int,
        bytes: Int,
        dropped: Int,
        writeError: String? = nil,
        readError: String? = nil
    ) {
        self.packets = packets
        self.bytes = bytes
        self.dropped = dropped
        self.writeError = writeError
        self.readError = readError
    }
}
