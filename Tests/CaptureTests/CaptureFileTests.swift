import Capture
import Compression
import LinuxIO
import TestSupport
import Testing
import Wire

struct CaptureFileTests {
    @Test func `a file longer than one read is read completely`() throws {
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
        #expect(summary.findings == CaptureFileFindings())
    }

    @Test(arguments: ["/nowhere/at/all", "/tmp"])
    func `an unreadable file is named with the reason`(_ path: String) {
        let error = #expect(throws: CaptureError.self) { try CaptureFile.read(path) { _, _ in } }
        #expect(error?.kind == .file)
        #expect(error?.description.contains(path) == true)
    }

    @Test func `an empty file is not a capture`() throws {
        let summary = try CaptureFile.read("/dev/null") { _, _ in }
        #expect(summary.format == nil)
        #expect(summary.findings.kept.count == 1)
    }

    private func capture(_ stamps: [Int64], in folder: ScratchFolder, _ name: String, isPacked: Bool = false)
        throws
        -> String
    {
        var encoder = PcapngEncoder()
        encoder.appendSectionHeader()
        encoder.appendInterface(linkType: .rawIP, snapLength: 0)
        for stamp in stamps {
            encoder.appendPacket([UInt8(stamp)].span.bytes, stamp: stamp, originalLength: 1)
        }
        try WholeFile.write(folder.file(name), isPacked ? Gzip.compress(encoder.bytes) : encoder.bytes)
        return folder.file(name)
    }

    @Test func `a compressed capture reads like the original`() throws {
        let folder = try ScratchFolder()
        let plain = try ReadCapture(try capture([1, 2, 3], in: folder, "plain"))
        let packed = try ReadCapture(try capture([1, 2, 3], in: folder, "packed", isPacked: true))
        #expect(packed.summary == plain.summary)
        #expect(packed.packets.map(\.header) == plain.packets.map(\.header))
    }

    @Test func `a truncated compressed capture keeps the packets before the cut`() throws {
        let folder = try ScratchFolder()
        let path = try capture(Array(1...100), in: folder, "packed", isPacked: true)
        let bytes = try WholeFile.read(path, limit: 1 << 20)
        try WholeFile.write(path, Array(bytes.dropLast(9)))
        let read = try ReadCapture(path)
        #expect(read.packets.count > 90)
        #expect(read.summary.findings.kept.contains(CaptureFileFinding(.packedCutOff)))
    }

    @Test(arguments: [("", "the file is empty"), ("text", "this is not a capture: neither pcapng nor pcap")])
    func `merging names a file that is not a capture and what it is instead`(_ text: String, _ reason: String)
        throws
    {
        let folder = try ScratchFolder()
        var writer = try FileWriter(path: folder.file("capture"))
        try writer.append(text)
        try writer.close()
        let path = folder.file("capture")
        let error = #expect(throws: CaptureError.self) { try CaptureMerge.read([path]) { _, _ in } }
        #expect(error?.description == "\(path): \(reason)")
    }

    @Test func `several captures are merged by time and renumbered`() throws {
        let folder = try ScratchFolder()
        let paths = [
            try capture([1, 4, 9], in: folder, "one"), try capture([], in: folder, "none"),
            try capture([2, 3, 10, 11], in: folder, "two", isPacked: true),
        ]
        var seen: [(Int, Int64, UInt8?)] = []
        let summaries = try CaptureMerge.read(paths) { header, bytes in
            seen.append((header.number, header.stamp, bytes.byte(at: 0)))
        }
        #expect(seen.map(\.1) == [1, 2, 3, 4, 9, 10, 11])
        #expect(seen.map(\.0) == Array(1...7))
        #expect(seen.allSatisfy { $0.2 == UInt8($0.1) })
        #expect(summaries.map(\.packets) == [3, 0, 4])
    }
}
