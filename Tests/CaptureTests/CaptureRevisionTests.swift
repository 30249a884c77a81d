import Capture
import LinuxIO
import TestSupport
import Testing
import Wire

struct CaptureRevisionTests {
    private static let packets: [[UInt8]] = [[1, 2, 3], [4, 5], Array(repeating: 6, count: 500)]

    private static func write(_ path: String) throws {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader()
        encoder.appendInterface(linkType: .rawIP, snapLength: 0)
        for (index, packet) in packets.enumerated() {
            encoder.appendPacket(packet.span.bytes, stamp: Int64(index + 5), originalLength: 1000)
        }
        encoder.appendStatistics(start: 5, end: 7, received: 5, dropped: 2)
        try WholeFile.write(path, encoder.bytes)
    }

    @Test func `TLS secrets are written before the packets, which stay unchanged`() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.pcapng")
        try Self.write(path)
        var revision = CaptureRevision(
            RecorderSettings(interface: "client", description: "a host"),
            secrets: [1, 2, 3, 4, 5]
        )
        var number: UInt64 = 0
        try revision.write(path) { _, _ in
            number += 1
            return number == 2 ? nil : PacketNote(identifier: number, comment: "packet \(number)")
        }
        var events: [String] = []
        let summary = try CaptureFile.read(
            path,
            secrets: { events.append("secrets \($0.bytes.count)") },
            packet: { packet, bytes in
                events.append("\(packet.number) \(packet.stamp) \(packet.originalLength) \(bytes.byteCount)")
            }
        )
        #expect(events == ["secrets 5", "1 5 1000 3", "2 6 1000 2", "3 7 1000 500"])
        #expect(summary.dropped == 2 && summary.interfaces.map(\.name) == ["client"])
        let text = String(decoding: try WholeFile.read(path, limit: 10_000), as: UTF8.self)
        #expect(text.contains("packet 1") && !text.contains("packet 2") && text.contains("packet 3"))
        #expect(try Folder.names(in: folder.path) == ["a.pcapng"])
    }

    @Test func `an unreadable file is an error and is not created`() throws {
        let folder = try ScratchFolder()
        var revision = CaptureRevision(RecorderSettings(interface: "client"), secrets: [])
        #expect(throws: CaptureError.self) {
            try revision.write(folder.file("none.pcapng")) { _, _ in nil }
        }
        #expect(try Folder.names(in: folder.path).isEmpty)
    }
}
