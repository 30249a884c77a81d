package import Compression
import LinuxIO
package import Wire

/// Reads capture files.
package enum CaptureFile {
    /// What a file contains beside its packets.
    package struct Summary: Hashable, Sendable {
        /// nil if the file is not a capture.
        package var format: CaptureFileFormat?
        package var interfaces: [CaptureInterface]
        package var packets: Int
        /// Packets that the recorder dropped, according to the file.
        package var dropped: UInt64
        package var findings: CaptureFileFindings
        /// Host names by address, as the file states them.
        package var names: [IPAddress: String]
    }

    /// Reads a capture in pcapng or classic pcap, plain or compressed with gzip or zstd, from a file or, for
    /// `-`, from standard input. Hands out packets in the file's order, and secrets before the packets that
    /// follow them. Memory use does not depend on the file's size. `pause` is called whenever everything read
    /// so far was handed out, since more may take long to arrive through a pipe. `input` says what is known
    /// of standard input. What a compressed file unpacks to counts in `unpacking`.
    package static func read(
        _ path: String,
        from input: StandardInput? = nil,
        unpacking: UnpackingBudget = UnpackingBudget(),
        secrets: (CaptureSecrets) -> Void = { _ in },
        pause: () -> Void = {},
        packet: (CapturedPacket, RawSpan) -> Void
    ) throws(CaptureError) -> Summary {
        var source = try CaptureSource(path, from: input, unpacking: unpacking)
        while try source.next(secrets: secrets, packet: packet) { pause() }
        return source.summary
    }
}
