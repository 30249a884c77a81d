import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct DuplicationTests {
    @Test(arguments: [PacketShare(0.02), PacketShare(0.1, correlation: 0.5)])
    func `the given share of packets is duplicated`(share: PacketShare) {
        var duplication = Duplication(share, seed: 47)
        let measured = MeasuredShare((0..<1_000_000).map { duplication.doubles(packet($0)) })
        #expect(measured.matches(share.ratio))
        #expect(abs(measured.lagOne - share.correlation) < 0.01)
    }

    @Test func `a copy is served directly after the original and marked as duplicate`() {
        var side = DirectionParameters(rateBps: 8_000_000)
        side.duplication = PacketShare(1)
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
        #expect(model.admit(LinkPacket(packet(0), bytes: 1000, ticket: 5), at: .zero) == 2)
        #expect(model.admit(LinkPacket(packet(1), bytes: 1000, ticket: 6), at: .zero) == 2)
        let outcomes = model.outcomes()
        #expect(outcomes.map(\.ticket) == [5, 5, 6, 6])
        #expect(outcomes.map { $0.decision.alterations == .duplicate } == [false, true, false, true])
        #expect(outcomes.map { $0.decision.serviceEnd.nanoseconds } == [1, 2, 3, 4].map { $0 * 1_000_000 })
    }

    @Test func `a copy without queue space is dropped and still marked as duplicate`() {
        var side = DirectionParameters(rateBps: 8_000_000, queue: .packets(1))
        side.duplication = PacketShare(1)
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
        #expect(model.admit(LinkPacket(packet(0), bytes: 1000), at: .zero) == 2)
        let outcomes = model.outcomes()
        #expect(outcomes.map(\.decision.fate) == [.delivered, .queueFull])
        #expect(outcomes[1].decision.alterations == .duplicate)
    }

    @Test func `a lost packet has no copy`() {
        var side = DirectionParameters(lossRatio: 1)
        side.duplication = PacketShare(1)
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
        #expect(model.admit(LinkPacket(packet(0), bytes: 1000), at: .zero) == 1)
        #expect(model.outcomes().map(\.decision.fate) == [.lost])
    }
}
