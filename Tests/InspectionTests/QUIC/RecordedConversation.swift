import Foundation
import Inspection
import Wire

/// A kept capture of QUIC, with its keys (`captures/README.md`).
struct RecordedConversation {
    private var packets: [(header: CapturedPacket, bytes: [UInt8])] = []
    private var secrets: [CaptureSecrets] = []

    init(_ name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = try Data(contentsOf: root.appending(path: "captures/quic/\(name).pcapng"))
        var decoder = CaptureFileDecoder()
        var (packets, secrets) = (self.packets, self.secrets)
        decoder.receive(
            Array(file).span.bytes,
            secrets: { secrets.append($0) },
            packet: { header, bytes in packets.append((header, bytes.withUnsafeBytes { Array($0) })) }
        )
        decoder.finish()
        (self.packets, self.secrets) = (packets, secrets)
    }

    /// With its keys if `isOpen`, or with those of `keyHolder`; each packet is cut to `most` bytes, and those that `isKept` refuses are left out.
    func inspect(
        isOpen: Bool = true,
        with keyHolder: RecordedConversation? = nil,
        most: Int = .max,
        isKept: (Int) -> Bool = { _ in true }
    ) -> CaptureInspection {
        var inspector = CaptureInspector()
        if isOpen { for one in keyHolder?.secrets ?? secrets { inspector.receive(one) } }
        for packet in packets where isKept(packet.header.number) {
            inspector.receive(packet.header, Array(packet.bytes.prefix(most)).span.bytes)
        }
        return inspector.finish()
    }

    /// With its own keys alone, and with the packets of the other one behind its own.
    func inspect(before other: RecordedConversation) -> CaptureInspection {
        var inspector = CaptureInspector()
        for one in secrets { inspector.receive(one) }
        for (place, packet) in (packets + other.packets).enumerated() {
            var header = packet.header
            header.number = place + 1
            inspector.receive(header, packet.bytes.span.bytes)
        }
        return inspector.finish()
    }
}
