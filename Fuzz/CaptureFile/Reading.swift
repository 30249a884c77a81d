import FuzzSupport
import Wire

/// Everything that the decoder reported about one file.
struct Reading: Hashable {
    struct Packet: Hashable {
        var header: CapturedPacket
        var bytes: [UInt8]
    }

    var packets: [Packet] = []
    var interfaces: [CaptureInterface]
    var findings: CaptureFileFindings
    var blocks: Int
    var dropped: UInt64

    init(of pieces: [ArraySlice<UInt8>]) {
        var decoder = CaptureFileDecoder()
        var packets: [Packet] = []
        for piece in pieces {
            // A separate copy, so that the next piece does not follow it in memory.
            decoder.receive(Array(piece).span.bytes) { header, span in
                packets.append(Packet(header: header, bytes: span.withUnsafeBytes { Array($0) }))
            }
        }
        decoder.finish()
        self.packets = packets
        interfaces = decoder.interfaces
        findings = decoder.findings
        blocks = decoder.blocks
        dropped = decoder.dropped
    }
}
