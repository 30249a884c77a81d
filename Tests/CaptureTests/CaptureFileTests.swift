import Capture
import LinuxIO
import TestSupport
import Testing
import Wire

struct CaptureFileTests {
    @Test func `a file longer than one read gives every packet`() throws {
        let folder = try ScratchFolder()
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader()
        encoder.appendInterface(linkType: .rawIP, snapLength: 0)
        let packet = [UInt8](repeating: 5, count: 1499)
        for number in 0..<2000 {
            encoder.appendPacket(packet.span.bytes, stamp: Int64(number), originalLength: packet.count)
        }
        var writer = try FileWriter(path: folder.file("capture"))
        try writer.append(encoder.bytes.span.bytes)
        try writer.close()
        var stamps: [Int64] = []
        let summary = try CaptureFile.read(folder.file("capture")) { header, bytes in
            #expect(bytes.byteCount == 1499)
            stamps.append(header.stamp)
        }
        #expect(stamps == Array(0..<2000))
        #expect(summary.packets == 2000)
        #expect(summary.format == .pcapng)
        #expect(summary.findings == CaptureFindings())
    }

    @Test(arguments: ["/nowhere/at/all", "/tmp"])
    func `what cannot be read is named with its reason`(_ path: String) {
        let error = #expect(throws: CaptureError.self) { try CaptureFile.read(path) { _, _ in } }
        #expect(error?.kind == .file)
        #expect(error?.description.contains(path) == true)
    }

    @Test func `an empty file is no capture`() throws {
        let summary = try CaptureFile.read("/dev/null") { _, _ in }
        #expect(summary.format == nil)
        #expect(summary.findings.kept.count == 1)
    }
}
