import Runs
import Testing
import Wire

@Suite struct SpeedTests {
    private static let ms: Nanoseconds = 1_000_000

    @Test(arguments: [
        // Body, span in milliseconds, the line's rate and round trip: the speed.
        (1_000_000, 4_050, Int64?(2_000_000), 45, Int64?(1_975_309)),
        (1_000_000, 3_990, 2_000_000, 45, nil),
        // Within a round trip.
        (1_000_000, 45, nil, 45, nil), (1_000_000, 46, nil, 45, 173_913_043),
        // A window that goes out at once.
        (14_599, 4_000, nil, 45, nil), (14_600, 4_000, nil, 45, 29_200),
        (0, 4_000, nil, 0, nil), (20_000, 0, nil, 0, nil),
    ])
    func `no speed exceeds the line rate, and a burst has no speed`(
        body: Int,
        span: Int64,
        rate: Int64?,
        roundTrip: Int64,
        speed: Int64?
    ) {
        let line = Speed.Line(rateBps: rate, roundTrip: roundTrip * Self.ms)
        #expect(Speed.bps(bodyBytes: body, over: span * Self.ms, on: line) == speed)
    }

    @Test func `on an unknown line only long bodies have a speed`() {
        #expect(Speed.bps(bodyBytes: 58_399, over: Self.ms, on: nil) == nil)
        #expect(Speed.bps(bodyBytes: 58_400, over: Self.ms, on: nil) == 467_200_000)
    }

    /// Packets of a response, back to back on a line: the first one's time is not counted, its bytes are.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `back-to-back packets never seem faster than their line`(seed: UInt64) {
        var state = seed
        func draw(_ range: ClosedRange<Int64>) -> Int64 {
            // Knuth's generator; its upper bits are the good ones.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int64((state >> 33) % UInt64(range.upperBound - range.lowerBound + 1))
        }
        _ = draw(0...1)
        let rate = draw(50_000...100_000_000)
        let segment = draw(1220...1460)
        let packets = draw(1...2000)
        let head = draw(0...400)
        let time = Double(packets - 1) * Double(segment + 40) * 8e9 / Double(rate)
        let body = Int(packets * segment - head)
        let line = Speed.Line(rateBps: rate, roundTrip: 20 * Self.ms)
        for known in [line, nil] {
            let speed = Speed.bps(bodyBytes: body, over: Nanoseconds(time.rounded()), on: known)
            #expect(speed ?? 0 <= rate)
        }
    }
}
