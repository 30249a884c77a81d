import Wire

/// Everything that a decoder read from some bytes.
struct DecodedCapture: Equatable {
    struct Packet: Equatable {
        var header: CapturedPacket
        var bytes: [UInt8]
    }

    var packets: [Packet] = []
    var findings: [CaptureFileFinding] = []
    var interfaces: [CaptureInterface] = []
    var format: CaptureFileFormat?
    var blocks = 0

    /// Feeds the bytes in chunks of `chunk` bytes.
    init(_ file: [UInt8], chunk: Int = .max) {
        var decoder = CaptureFileDecoder()
        var packets: [Packet] = []
        var offset = 0
        while offset < file.count {
            let end = offset + min(chunk, file.count - offset)
            decoder.receive(file.span.bytes.extracting(offset..<end)) { header, bytes in
                packets.append(Packet(header: header, bytes: copy(bytes)))
            }
            offset = end
        }
        decoder.finish()
        self.packets = packets
        findings = decoder.findings.kept
        interfaces = decoder.interfaces
        format = decoder.format
        blocks = decoder.blocks
    }
}

func copy(_ span: RawSpan) -> [UInt8] {
    (0..<span.byteCount).compactMap { span.byte(at: $0) }
}
