import LinkModel
import Runs
import Testing
import Theory

@Suite struct TheoryGapTests {
    private func link(_ change: (inout DirectionParameters) -> Void) -> LinkParameters {
        var side = DirectionParameters(rateBps: 1_000_000, oneWayDelay: 5_000_000)
        let plain = side
        change(&side)
        return LinkParameters(down: plain, up: side)
    }

    struct Case: Sendable {
        var gap: TheoryGap
        var effect: TimeEffect
        var change: @Sendable (inout DirectionParameters) -> Void
    }

    static let cases = [
        Case(gap: .changingRate, effect: .unknown) {
            $0.rate = .trace(OpportunityTrace(name: "a", milliseconds: [1], repeats: true))
        },
        Case(gap: .changingRate, effect: .unknown) {
            $0.rate = .schedule(RateSchedule(pieces: [.init(rateBps: 5, length: 5)], repeats: true))
        },
        Case(gap: .impairment(.outages), effect: .unknown) {
            $0.outages = Outages(pattern: .every(5, length: 1))
        },
        Case(gap: .impairment(.loss), effect: .longer) {
            $0.loss = .gilbertElliott(.init(toBad: 0.1, toGood: 0.5))
        },
        Case(gap: .impairment(.corruption), effect: .longer) { $0.corruption = PacketShare(0.1) },
        Case(gap: .impairment(.duplication), effect: .longer) { $0.duplication = PacketShare(0.1) },
        Case(gap: .impairment(.policing), effect: .longer) {
            $0.policer = Policer(rateBps: 1000, burst: 9000)
        },
        Case(gap: .earlyDrops, effect: .longer) { $0.discipline = .codel(ControlledDelay()) },
        Case(gap: .earlyDrops, effect: .longer) { $0.discipline = .fair(codel: ControlledDelay()) },
        Case(gap: .impairment(.discipline), effect: .either) { $0.discipline = .fair(codel: nil) },
        Case(gap: .impairment(.reordering), effect: .either) {
            $0.reordering = Reordering(share: PacketShare(0.1))
        },
        Case(gap: .impairment(.jitter), effect: .either) { $0.jitter = Jitter(amount: 1_000_000) },
    ]

    @Test(arguments: cases)
    func `names each impairment of either direction`(_ example: Case) {
        let theory = LinkTheory(link: link(example.change))
        #expect(theory.gaps == [example.gap])
        #expect(example.gap.effect == example.effect)
        #expect(theory.canPredict == (example.effect != .unknown))
        #expect(!theory.link.up.isPlain)
    }

    @Test func `lists gaps once each, in the order in which a packet meets them`() {
        #expect(
            TheoryGap.allCases.prefix(10) == [
                .changingRate, .impairment(.outages), .impairment(.loss), .impairment(.corruption),
                .impairment(.duplication), .impairment(.policing), .earlyDrops, .impairment(.discipline),
                .impairment(.reordering), .impairment(.jitter),
            ]
        )
        #expect(Set(TheoryGap.allCases).count == TheoryGap.allCases.count)
    }

    @Test func `a plain link has no gaps`() {
        let gaps = TheoryGap.of(link { _ in })
        #expect(gaps.isEmpty && gaps.effect == nil)
    }

    @Test func `the worst of several gaps decides the effect`() {
        let gaps = TheoryGap.of(
            link {
                $0.jitter = Jitter(amount: 1)
                $0.corruption = PacketShare(0.1)
                $0.loss = .random(PacketShare(0.1))
            }
        )
        #expect(gaps == [.impairment(.loss), .impairment(.corruption), .impairment(.jitter)])
        #expect(gaps.effect == .longer)
    }
}
