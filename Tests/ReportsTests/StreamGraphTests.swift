import Inspection
import Reports
import Testing
import Wire

struct StreamGraphTests {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private static let size = 1000
    private static let flow: CaptureFlow = {
        var flow = CaptureFlow(
            stream: 3,
            client: Endpoint(address: .v4(1), port: 40_000),
            server: Endpoint(address: .v4(2), port: 80),
            isClientGuessed: false,
            firstStamp: start,
            lastStamp: start
        )
        flow.down.streamBytes = 10_000
        return flow
    }()

    /// The server's segments by number, one per millisecond, each acknowledged half a millisecond later.
    /// Sequence numbers wrap around among them.
    private func log(_ segments: [Int], stream: Int = 3) -> PacketLog {
        var log = PacketLog()
        func add(_ time: Int64, _ isServer: Bool, _ place: Int, _ payload: Int, _ flags: UInt8 = 0x10) {
            let number = UInt32(truncatingIfNeeded: 0xFFFF_F000 + place)
            log.add(
                PacketSighting(
                    stamp: Self.start + time,
                    stream: stream,
                    sourcePort: isServer ? 80 : 40_000,
                    flags: flags,
                    packetBytes: 52 + payload,
                    payloadBytes: payload,
                    sequence: isServer ? number : 7,
                    acknowledgement: isServer ? 7 : number
                )
            )
        }
        add(0, true, -1, 0, 0x12)
        var most = 0
        for (index, segment) in segments.enumerated() {
            let time = Int64(index) * 1_000_000
            add(time, true, segment * Self.size, Self.size)
            most = max(most, (segment + 1) * Self.size)
            add(time + 500_000, false, most, 0)
        }
        return log
    }

    private func lines(_ log: PacketLog, width: Int = 60) -> [String] {
        ReportDocument([StreamGraph(Self.flow, log).section]).text(width: width)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test func `bytes rise from lower left to upper right`() {
        let lines = lines(log(Array(0..<20)))
        #expect(lines.count == 1 + 16 + 1 + 1 + 6 + 1)
        #expect(lines[0] == "stream 3, down: * segment, R retransmitted, - acknowledged")
        #expect(lines[1].hasPrefix("    20,000 B |") && lines[1].contains("*"))
        #expect(lines[16].hasPrefix("         0 B |  *"))
        let first = lines[1...16].compactMap { $0.firstIndex(of: "*")?.utf16Offset(in: $0) }
        #expect(first.count == 16 && first == first.sorted(by: >))
        #expect(!lines.joined().contains("R |") && lines[17].hasSuffix("20.5 ms"))
    }

    @Test func `marks retransmitted bytes and leaves them out of the throughput`() {
        let again = lines(log([0, 1, 2, 3, 1, 4, 5, 6]))
        #expect(again[1...16].joined().count { $0 == "R" } == 1)
        #expect(!lines(log(Array(0..<8)))[1...16].joined().contains("R"))
        // Of eight milliseconds, the fifth brought nothing new.
        #expect(Self.gaps(again) == [4])
        #expect(Self.gaps(lines(log(Array(0..<8)))) == [])
    }

    /// The milliseconds without throughput, for segments that arrive one per millisecond.
    private static func gaps(_ lines: [String]) -> [Int] {
        let bars = Array((lines[24].drop { $0 != "|" }).dropFirst())
        return (0..<8).filter { place in
            let column = (2 * place + 1) * 46 / 17
            return column >= bars.count || bars[column] != "#"
        }
    }

    @Test func `spreads a segment over its transmission time: a steady line has no peaks`() {
        for width in [60, 77, 100, 160] {
            let lines = lines(log(Array(0..<20)), width: width)
            // 1000 B per millisecond.
            #expect(lines[19].hasPrefix("    8 Mbit/s |##"), "\(lines[19])")
        }
    }

    @Test func `bytes that fill a gap count when they arrive`() {
        let repaired = lines(log([0, 2, 3, 4, 1, 5, 6, 7]))
        #expect(repaired[1...16].joined().count { $0 == "R" } == 1)
        #expect(Self.gaps(repaired) == [])
    }

    @Test(arguments: [40, 80, 120]) func `no line is wider than the terminal`(_ width: Int) {
        let lines = lines(log(Array(0..<50)), width: width).dropFirst()
        #expect(lines.allSatisfy { $0.count <= max(width, 34) })
        #expect(!lines.joined().contains("\u{1B}"))
    }

    @Test func `reports a stream with too little data to draw`() {
        #expect(lines(log([0, 1], stream: 4)) == ["stream 3, down: too little data to draw"])
    }
}
