import LinkModel
import Testing

@Suite struct ImpairmentTests {
    struct Case: Sendable {
        var impairment: Impairment
        var promise: StreamPromise?
        var change: @Sendable (inout DirectionParameters) -> Void
    }

    private static let held = Outages(pattern: .every(5, length: 1), packets: .held)

    static let cases = [
        Case(impairment: .jitter) { $0.jitter = Jitter(amount: 1) },
        Case(impairment: .loss, promise: .delivery) { $0.loss = .random(PacketShare(0.1)) },
        Case(impairment: .duplication, promise: .uniqueness) { $0.duplication = PacketShare(0.1) },
        Case(impairment: .corruption, promise: .integrity) { $0.corruption = PacketShare(0.1) },
        Case(impairment: .reordering, promise: .order) {
            $0.reordering = Reordering(share: PacketShare(0.1))
        },
        Case(impairment: .reordering) { $0.reordering = Reordering(share: PacketShare(0)) },
        Case(impairment: .outages, promise: .delivery) {
            $0.outages = Outages(pattern: .every(5, length: 1))
        },
        Case(impairment: .outages) { $0.outages = held },
        Case(impairment: .policing, promise: .delivery) { $0.policer = Policer(rateBps: 1, burst: 1500) },
        Case(impairment: .discipline, promise: .delivery) { $0.discipline = .pie(ProportionalIntegral()) },
        Case(impairment: .discipline) { $0.discipline = .fair(codel: nil) },
    ]

    @Test(arguments: cases)
    func `changing one parameter is one impairment with its effect on streams`(_ example: Case) {
        var side = DirectionParameters(rateBps: 1_000_000, oneWayDelay: 5)
        #expect(side.isPlain)
        example.change(&side)
        #expect(side.impairments == [example.impairment])
        #expect(!side.isPlain)
        #expect(example.impairment.brokenPromise(in: side) == example.promise)
    }

    @Test func `an absent impairment has no effect on streams`() {
        let plain = DirectionParameters()
        #expect(Impairment.allCases.allSatisfy { $0.brokenPromise(in: plain) == nil })
    }

    @Test func `a packet meets all impairments in the order of decision`() {
        #expect(
            Impairment.onTheWay == [
                .outages, .loss, .corruption, .duplication, .policing, .discipline, .reordering, .jitter,
            ]
        )
        #expect(Set(Impairment.onTheWay) == Set(Impairment.allCases))
    }
}
