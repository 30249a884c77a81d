import LinuxIO
package import Wire

/// Capture files on disk.
package enum CaptureFile {
    /// What a file was, beside its packets.
    package struct Summary: Hashable, Sendable {
        /// nil where it is no capture.
        package var format: CaptureFileFormat?
        package var interfaces: [CaptureInterface]
        package var packets: Int
        /// Packets that the file says its recorder dropped.
        package var dropped: UInt64
        package var findings: CaptureFindings
    }

    private static let chunkBytes = 1 << 20

    /// Reads a capture, pcapng or classic pcap, from a file or, for `-`, from standard input, and hands out its
    /// packets in the file's order. Needs the same memory for a file of any size.
    package static func read(
        _ path: String,
        packet: (CapturedPacket, RawSpan) -> Void
    ) throws(CaptureError) -> Summary {
        var decoder = CaptureFileDecoder()
        do {
            let file = try FileReader(path)
            var chunk = [UInt8](repeating: 0, count: chunkBytes)
            while true {
                let count = try file.read(into: &chunk)
                if count == 0 { break }
                decoder.receive(chunk.span.bytes.extracting(0..<count), packet: packet)
            }
        } catch {
            throw CaptureError(.file, "the capture cannot be read: \(error)")
        }
        decoder.finish()
        return Summary(
            format: decoder.format,
            interfaces: decoder.interfaces,
            packets: decoder.packets,
            dropped: decoder.dropped,
            findings: decoder.findings
        )
    }
}
