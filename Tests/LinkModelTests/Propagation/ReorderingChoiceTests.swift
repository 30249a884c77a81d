import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct ReorderingChoiceTests {
    @Test(arguments: [0, 0.5], [1, 5])
    func `the given share of every gap-th packet is reordered`(correlation: Double, gap: Int) {
        let share = PacketShare(0.25, correlation: correlation)
        var choice = ReorderingChoice(Reordering(share: share, gap: gap), seed: 47)
        let chosen = (0..<1_000_000 * gap).map { choice.overtakes(packet($0)) }
        let candidates = chosen.indices.filter { $0 % gap == gap - 1 }.map { chosen[$0] }
        #expect(chosen.count(where: { $0 }) == candidates.count(where: { $0 }))
        let measured = MeasuredShare(candidates)
        #expect(measured.matches(0.25))
        #expect(abs(measured.lagOne - correlation) < 0.005)
    }

    @Test func `a reordered packet skips the delay, the others keep their order`() {
        var side = DirectionParameters(rateBps: 8_000_000, oneWayDelay: 20_000_000)
        side.reordering = Reordering(share: PacketShare(1), gap: 3)
        side.jitter = Jitter(distribution: .normal, amount: 3_000_000)
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
        let arrivals = (0..<3000).map { (bytes: 100, at: Instant(nanoseconds: Int64($0) * 150_000)) }
        let decisions = model.carry(arrivals)
        let ahead = decisions.indices.filter { decisions[$0].alterations == .reordered }
        #expect(ahead == Array(stride(from: 2, to: 3000, by: 3)))
        #expect(ahead.allSatisfy { decisions[$0].due == decisions[$0].serviceEnd })
        let others = decisions.indices.filter { $0 % 3 != 2 }.map { decisions[$0].due }
        #expect(zip(others, others.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(decisions[2].due < decisions[0].due)
    }
}
