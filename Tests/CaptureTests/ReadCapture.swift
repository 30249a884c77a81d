import Capture
import Wire

/// The whole content of a capture file.
struct ReadCapture {
    var summary: CaptureFile.Summary
    var packets: [(header: CapturedPacket, bytes: [UInt8])] = []

    init(_ path: String) throws(CaptureError) {
        var packets: [(CapturedPacket, [UInt8])] = []
        summary = try CaptureFile.read(path) { header, bytes in
            packets.append((header, (0..<bytes.byteCount).compactMap { bytes.byte(at: $0) }))
        }
        self.packets = packets
    }
}
