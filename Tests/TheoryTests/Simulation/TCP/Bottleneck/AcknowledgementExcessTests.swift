import Testing

@testable import Theory

/// One segment per millisecond.
@Suite struct AcknowledgementExcessTests {
    private static let rate = BottleneckModel.rateUnit / 1000 + 1
    private var excess = AcknowledgementExcess()

    private mutating func note(_ segments: Int, at milliseconds: Int, begins: Bool = false) {
        excess.note(
            segments,
            rate: Self.rate,
            window: 50,
            isRoundStart: begins,
            at: milliseconds * 1000
        )
    }

    @Test mutating func `delivery at the estimated rate has no excess beyond its own segments`() {
        for time in 1...20 { note(1, at: time) }
        #expect(excess.most <= 2)
    }

    @Test mutating func `a burst after a pause is excess, up to the window`() {
        note(2, at: 10)
        note(20, at: 10)
        #expect(excess.most == 22)
        note(500, at: 10)
        #expect(excess.most == 50)
    }

    @Test mutating func `the excess is forgotten after five to ten rounds`() {
        note(30, at: 10)
        for round in 1...5 { note(1, at: 1000 * round, begins: true) }
        #expect(excess.most == 30)
        for round in 6...10 { note(1, at: 1000 * round, begins: true) }
        #expect(excess.most == 1)
    }

    @Test mutating func `an idle hour does not overflow`() {
        excess.note(1, rate: Int(UInt32.max), window: 50, isRoundStart: true, at: 3_600_000_000)
        #expect(excess.most == 1)
    }
}
