import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct CoDelQueueTests {
    @Test func `an overload is dropped from the head in order`() {
        var traffic = Traffic()
        // 1 ms packets at a load of 110 %.
        traffic.add(flow: 1, every: 909_091, until: 2_000_000_000)
        let results = traffic.carried(by: .queueing(.codel(ControlledDelay())))
        let dropped = results.filter { $0.decision.fate == .congestion }
        #expect(dropped.count > 20)
        #expect(results.allSatisfy { $0.isDelivered || $0.decision.fate == .congestion })
        #expect(dropped.allSatisfy { $0.waited >= 5_000_000 })
        // An interval after the first packet that waited longer than the target.
        let above = results.first { $0.waited >= 5_000_000 }?.decision.serviceStart ?? .zero
        let late = (dropped.first?.decision.serviceStart ?? .zero) - above
        #expect((100_000_000...102_000_000).contains(late))
        let starts = results.filter(\.isDelivered).map(\.decision.serviceStart)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `with marking, ECN packets are never dropped`() {
        var traffic = Traffic()
        traffic.add(flow: 1, every: 909_091, until: 1_000_000_000, acceptsMarks: true)
        let model = DirectionModel.queueing(.codel(ControlledDelay(marksECN: true)))
        let results = traffic.carried(by: model)
        #expect(results.allSatisfy { $0.isDelivered })
        #expect(results.count(where: { $0.decision.alterations == .marked }) > 5)
    }

    @Test func `a full queue drops at the tail`() {
        var model = DirectionModel.queueing(.codel(ControlledDelay()), limit: .packets(2))
        let fates = model.carry(Array(repeating: (1000, .zero), count: 3)).map(\.fate)
        #expect(fates == [.delivered, .delivered, .queueFull])
    }
}
