/// What a recorder did.
package struct RecorderSummary: Hashable, Sendable {
    /// Packets handed to the file; where `writeError` is set, fewer are in it.
    package var packets: Int
    /// Of the packets as they were on the wire.
    package var bytes: Int
    /// Packets that the kernel or the interface lost before the recorder saw them.
    package var dropped: Int
    /// Why the file is incomplete; what is in it can be read.
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
