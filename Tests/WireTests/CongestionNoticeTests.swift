import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct CongestionNoticeTests {
    /// The header's sum over all words, including the checksum: 0xFFFF if the checksum is correct.
    private static func sum(_ header: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0
        for index in stride(from: 0, to: 20, by: 2) {
            sum += UInt32(header[index]) << 8 | UInt32(header[index + 1])
        }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + sum >> 16 }
        return sum
    }

    /// An ordinary header with a correct checksum.
    private static func header(serviceByte: UInt8, seed: UInt64) -> [UInt8] {
        var bytes: [UInt8] = [0x45, serviceByte]
        bytes += (2..<20).map { UInt8(truncatingIfNeeded: SplitMix.mixed(seed &+ UInt64($0))) }
        (bytes[10], bytes[11]) = (0, 0)
        let checksum = ~UInt16(truncatingIfNeeded: sum(bytes))
        (bytes[10], bytes[11]) = (UInt8(checksum >> 8), UInt8(checksum & 255))
        return bytes
    }

    private static func notice(_ bytes: [UInt8]) -> CongestionNotice? {
        bytes.withUnsafeBytes { CongestionNotice($0.bytes) }
    }

    private static func written(_ notice: CongestionNotice, to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { buffer in
            var span = buffer.mutableBytes
            notice.write(to: &span)
        }
        return bytes
    }

    @Test func `every codepoint can replace every other, and the checksum stays valid`() {
        for seed in 0..<2_000 {
            let service = UInt8(truncatingIfNeeded: SplitMix.mixed(UInt64(seed)))
            let before = Self.header(serviceByte: service, seed: UInt64(seed) << 8)
            for raw in UInt8(0)...3 {
                guard let wanted = CongestionNotice(rawValue: raw) else { continue }
                let after = Self.written(wanted, to: before)
                #expect(Self.notice(after) == wanted)
                #expect(Self.sum(after) == 0xFFFF)
                #expect(after[1] & 0xFC == service & 0xFC)
                // Only the byte itself and the checksum differ; after the reverse change, nothing does.
                #expect(Array(after[2..<10]) == Array(before[2..<10]))
                #expect(Array(after[12...]) == Array(before[12...]))
            }
        }
    }

    @Test func `an IPv6 packet has its codepoint in the traffic class and no checksum`() {
        var packet = [UInt8](repeating: 0, count: 40)
        (packet[0], packet[1]) = (0x6A, 0x2B)
        #expect(Self.notice(packet) == .capable0)
        let marked = Self.written(.experienced, to: packet)
        #expect(marked[0] == 0x6A)
        #expect(marked[1] == 0x3B)
        #expect(Array(marked[2...]) == Array(packet[2...]))
    }

    @Test func `only not-ECT packets cannot be marked`() {
        #expect(!CongestionNotice.notCapable.acceptsMarks)
        #expect(CongestionNotice.capable0.acceptsMarks)
        #expect(CongestionNotice.capable1.acceptsMarks)
        #expect(CongestionNotice.experienced.acceptsMarks)
    }

    @Test func `short or non-IP packets have no codepoint and stay unchanged`() {
        for bytes: [UInt8] in [[], [0x45], [0x45, 0x02, 0x00], [UInt8](repeating: 0x57, count: 40)] {
            #expect(Self.written(.experienced, to: bytes) == bytes)
        }
        #expect(Self.notice([]) == nil)
        #expect(Self.notice([0x45]) == nil)
        #expect(Self.notice([0x57, 0x57]) == nil)
    }
}
