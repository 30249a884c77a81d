import Compression
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Capture

/// Compressed captures that unpack to far more than they are.
struct PackedCaptureTests {
    /// A record of 1000 bytes, again and again.
    private static func capture(packets: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        for word: UInt32 in [0xA1B2_C3D4, 4 << 16 | 2, 0, 0, 65_536, 101] { add(word) }
        for _ in 0..<packets {
            for word: UInt32 in [1_700_000_000, 0, 984, 984] { add(word) }
            bytes += [UInt8](repeating: 0, count: 984)
        }
        return bytes
    }

    @Test func `reading stops with a finding when a file unpacks beyond its limit`() throws {
        let folder = try ScratchFolder()
        let packed = try Gzip.compress(Self.capture(packets: 5000))
        try WholeFile.write(folder.file("bomb.pcap.gz"), packed)
        // 100 times its size, and a million bytes.
        let limit = 1_000_000 + 100 * packed.count
        #expect(limit < 4_000_000)
        var packets = 0
        let summary = try CaptureFile.read(
            folder.file("bomb.pcap.gz"),
            unpacking: UnpackingBudget(base: 1_000_000)
        ) { _, _ in packets += 1 }
        #expect(summary.findings.kept.map(\.fault).contains(.packedTooFar(limit: limit)))
        #expect(packets > limit / 1000 - 100 && packets <= limit / 1000)
        let whole = try CaptureFile.read(folder.file("bomb.pcap.gz")) { _, _ in }
        #expect(whole.packets == 5000 && whole.findings.kept.isEmpty)
    }

    @Test func `merged captures share one unpacking limit`() throws {
        let folder = try ScratchFolder()
        let paths = ["a.pcap.gz", "b.pcap.gz"].map(folder.file)
        let packed = try Gzip.compress(Self.capture(packets: 1500))
        for path in paths { try WholeFile.write(path, packed) }
        var packets = 0
        let summaries = try CaptureMerge.read(paths, unpacking: UnpackingBudget(base: 1_000_000)) { _, _ in
            packets += 1
        }
        let faults = summaries.flatMap { $0.findings.kept.map(\.fault) }
        #expect(faults.contains { if case .packedTooFar = $0 { true } else { false } })
        #expect(packets < 2500)
    }
}
