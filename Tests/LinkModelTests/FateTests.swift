import Testing
import Wire

@testable import LinkModel

/// A line's random effects on the n-th packet of a flow depend only on the seed, the flow and n.
@Suite(.timeLimit(.minutes(3)))
struct FateTests {
    /// Every impairment alone, and all of them together.
    private static let impairments: [(name: String, apply: @Sendable (inout DirectionParameters) -> Void)] = [
        ("loss", { $0.loss = .random(PacketShare(0.3)) }),
        ("correlated loss", { $0.loss = .random(PacketShare(0.3, correlation: 0.7)) }),
        ("Gilbert-Elliott", { $0.loss = .gilbertElliott(GilbertElliott(toBad: 0.1, toGood: 0.3)) }),
        (
            "four states",
            { $0.loss = .fourState(FourStateLoss(p13: 0.1, p31: 0.3, p32: 0.2, p23: 0.4, p14: 0.1)) }
        ),
        ("duplication", { $0.duplication = PacketShare(0.3, correlation: 0.5) }),
        ("corruption", { $0.corruption = PacketShare(0.3, correlation: 0.5) }),
        ("reordering", { $0.reordering = Reordering(share: PacketShare(0.3, correlation: 0.5), gap: 2) }),
        (
            "all",
            {
                $0.loss = .random(PacketShare(0.2, correlation: 0.5))
                $0.duplication = PacketShare(0.2)
                $0.corruption = PacketShare(0.2)
                $0.reordering = Reordering(share: PacketShare(0.2))
                $0.jitter = Jitter(distribution: .normal, amount: 1_000_000, correlation: 0.5)
                $0.outages = Outages(pattern: .random(meanUp: 500_000_000, meanDown: 50_000_000))
            }
        ),
    ]

    private struct Fate: Hashable {
        var number: Int
        var fate: LinkFate
        var alterations: LinkAlterations
        var wrongBit: UInt32
    }

    /// Fates of flow 1, one packet per millisecond; `isShared` adds another flow.
    private func fates(_ which: Int, isShared: Bool, seed: UInt64 = 47) -> [Fate] {
        var side = DirectionParameters(oneWayDelay: 20_000_000)
        Self.impairments[which].apply(&side)
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: seed)
        var fates: [Fate] = []
        for number in 0..<3_000 {
            let at = Instant(nanoseconds: Int64(number) * 1_000_000)
            _ = model.admit(LinkPacket(packet(number), bytes: 1500, ticket: number), at: at)
            if isShared {
                let other = LinkPacket(packet(number, flow: 2), bytes: 900, ticket: -1)
                _ = model.admit(other, at: at + 500)
            }
            while let outcome = model.next(upTo: at + 500) {
                guard outcome.ticket >= 0 else { continue }
                let decision = outcome.decision
                fates.append(
                    Fate(
                        number: outcome.ticket,
                        fate: decision.fate,
                        alterations: decision.alterations,
                        wrongBit: decision.wrongBit
                    )
                )
            }
        }
        return fates
    }

    @Test(arguments: impairments.indices)
    func `another flow does not change a flow's fates`(which: Int) {
        let alone = fates(which, isShared: false)
        #expect(Set(alone.map { [$0.fate.rawValue, "\($0.alterations.rawValue)"] }).count > 1)
        #expect(fates(which, isShared: true) == alone)
        #expect(fates(which, isShared: false) == alone)
        #expect(fates(which, isShared: false, seed: 48) != alone)
    }

    @Test func `packets lost in an outage do not change later fates`() {
        var side = DirectionParameters()
        side.loss = .gilbertElliott(GilbertElliott(toBad: 0.2, toGood: 0.2))
        side.duplication = PacketShare(0.2, correlation: 0.8)
        var withOutage = side
        withOutage.outages = Outages(pattern: .listed([.init(start: 100, length: 200)]))
        let arrivals = (0..<1000).map { (bytes: 100, at: Instant(nanoseconds: Int64($0))) }
        var (plain, away) = (
            DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47),
            DirectionModel(LinkParameters(down: withOutage, up: side), .down, seed: 47)
        )
        let expected = plain.carry(arrivals)
        let decisions = away.carry(arrivals)
        #expect(decisions[100..<300].allSatisfy { $0.fate == .outage })
        #expect(Array(decisions[300...]) == Array(expected[300...]))
        #expect(Array(decisions[..<100]) == Array(expected[..<100]))
    }
}
