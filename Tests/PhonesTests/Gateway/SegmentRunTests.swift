import LinuxIO
import Testing
import Wire

@testable import Phones

@Suite struct SegmentRunTests {
    private struct Randomness {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 1
            return SplitMix.mixed(state)
        }
    }

    /// What comes out for these packets, in order.
    private static func frames(_ packets: [[UInt8]]) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        var run: SegmentRun?
        for packet in packets {
            if run?.add(packet) == true { continue }
            if let run { frames.append(run.frame) }
            run = SegmentRun(packet)
        }
        return frames + [run?.frame].compactMap { $0 }
    }

    /// Makes packets of a frame as a kernel does, from what its headers say.
    private static func packets(_ frame: [UInt8]) -> [[UInt8]] {
        let packet = Array(frame[OffloadHeader.byteCount...])
        guard frame[1] != 0 else { return [packet] }
        let size = Int(frame[4]) | Int(frame[5]) << 8
        let ip = IPv4Header(packet.span.bytes)
        let tcp = TCPHeader(packet.span.bytes, at: 20)
        guard let ip, let tcp, ip.totalLength == packet.count, frame[0] == 1, frame[8] == 16 else {
            return []
        }
        #expect(Int(frame[2]) == 20 + tcp.headerLength && frame[6] == 20)
        #expect(
            InternetChecksum.checksum(of: InternetChecksum.sum(packet.span.bytes.extracting(0..<20))) == 0
        )
        let pseudo =
            packet[12..<20] + [0, 6, UInt8((packet.count - 20) >> 8), UInt8((packet.count - 20) & 255)]
        let start = ~InternetChecksum.checksum(of: InternetChecksum.sum(Array(pseudo).span.bytes))
        #expect(packet[36...37].elementsEqual([UInt8(start >> 8), UInt8(start & 255)]))
        let payload = Array(packet[(20 + tcp.headerLength)...])
        return stride(from: 0, to: payload.count, by: size).map { offset in
            let end = min(offset + size, payload.count)
            return TestSegment(
                sourcePort: tcp.sourcePort,
                sequence: tcp.sequence &+ UInt32(offset),
                acknowledgement: tcp.acknowledgement,
                flags: end < payload.count ? tcp.flags.subtracting(.psh) : tcp.flags,
                window: tcp.window,
                typeOfService: packet[1],
                timeToLive: ip.timeToLive,
                options: Array(packet[40..<20 + tcp.headerLength]),
                payload: Array(payload[offset..<end])
            ).packet
        }
    }

    private static func stream(_ sizes: [Int]) -> [TestSegment] {
        var next = TestSegment()
        return sizes.map { size in
            next.payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ size) }
            defer { next.sequence &+= UInt32(size) }
            return next
        }
    }

    @Test func `segments of one stream form one frame, which ends with a shorter one`() {
        let packets = Self.stream([1_368, 1_368, 501, 1_368]).map(\.packet)
        let frames = Self.frames(packets)
        #expect(frames.map(\.count) == [10 + 52 + 2 * 1_368 + 501, 10 + 52 + 1_368])
        #expect(frames.flatMap(Self.packets) == packets)
    }

    @Test func `a frame is no longer than a packet's length field allows`() {
        let packets = Self.stream(Array(repeating: 1_368, count: 100)).map(\.packet)
        let frames = Self.frames(packets)
        #expect(frames.count == 3)
        #expect(frames.allSatisfy { $0.count <= 65_535 + 10 })
        #expect(frames.flatMap(Self.packets) == packets)
    }

    @Test(arguments: [
        "a gap", "another stream", "another acknowledgement", "another window", "a mark for congestion",
        "another time to live", "another time stamp", "fewer options", "a flag", "a longer segment",
        "a push before",
    ])
    func `a segment that a kernel would not recreate gets its own frame: with`(_ difference: String) {
        var segments = Self.stream([1_000, 1_000])
        switch difference {
        case "a gap": segments[1].sequence += 1
        case "another stream": segments[1].sourcePort += 1
        case "another acknowledgement": segments[1].acknowledgement += 1
        case "another window": segments[1].window += 1
        case "a mark for congestion": segments[1].typeOfService = 3
        case "another time to live": segments[1].timeToLive -= 1
        case "another time stamp": segments[1].options[11] += 1
        case "fewer options": segments[1].options = []
        case "a flag": segments[1].flags = [.ack, .fin]
        case "a longer segment": segments[1].payload.append(1)
        default: segments[0].flags = [.ack, .psh]
        }
        let packets = segments.map(\.packet)
        #expect(Self.frames(packets) == packets.map { OffloadHeader.none.bytes + $0 })
    }

    @Test func `a damaged segment stays as it is, by itself`() {
        for place in [11, 37, 60] {
            var packets = Self.stream([1_000, 1_000, 1_000]).map(\.packet)
            packets[1][place] ^= 0x10
            #expect(Self.frames(packets) == packets.map { OffloadHeader.none.bytes + $0 }, "byte \(place)")
        }
    }

    @Test(arguments: 1...200)
    func `packets come out of the frames as phones sent them`(_ seed: Int) {
        var random = Randomness(state: UInt64(seed) << 32)
        func chance(_ oneOf: UInt64) -> Bool { random.next() % oneOf == 0 }
        var next = TestSegment()
        let packets = (0..<200).map { _ in
            if chance(10) { next.acknowledgement &+= 100 }
            if chance(15) { next.options[11] &+= 1 }
            if chance(20) { next.sourcePort ^= 1 }
            if chance(25) { next.sequence &+= 5 }
            next.flags = chance(8) ? [.ack, .psh] : chance(40) ? [.ack, .fin] : .ack
            next.payload = Array(repeating: 9, count: chance(6) ? Int(random.next() % 1_300) : 1_300)
            defer { next.sequence &+= UInt32(next.payload.count) }
            var packet = next.packet
            if chance(30) {
                packet[Int(random.next() % UInt64(packet.count))] ^= 1 << UInt8(random.next() % 8)
            }
            return packet
        }
        let frames = Self.frames(packets)
        #expect(frames.count < packets.count)
        #expect(frames.flatMap(Self.packets) == packets)
    }

    @Test func `strange bytes are carried as they are`() {
        var random = Randomness(state: 5)
        let whole = Self.stream([100])[0].packet
        for count in 0...whole.count {
            var packet = Array(whole[..<count])
            if count > 0 {
                packet[Int(random.next() % UInt64(count))] = UInt8(truncatingIfNeeded: random.next())
            }
            #expect(Self.frames([packet, packet]) == [packet, packet].map { OffloadHeader.none.bytes + $0 })
        }
    }
}
