import LinkModel
import Testing
import Theory
import Wire

@Suite struct TimeSequenceTests {
    private func outcome(_ bodies: [Int], loss: Double = 0, keepsLog: Bool = true) -> SimulationOutcome {
        let side = DirectionParameters(rateBps: 10_000_000, oneWayDelay: 10_000_000, lossRatio: loss)
        var plan = SimulationPlan(
            link: LinkParameters(down: side, up: side),
            seed: 3,
            fetches: bodies.map { SimulatedFetch(way: .connection(1), bodyBytes: $0) }
        )
        plan.keepsLog = keepsLog
        return LineSimulation.run(plan)
    }

    @Test(arguments: [0, 0.03])
    func `both curves rise from the first byte to the whole response`(_ loss: Double) throws {
        let outcome = outcome([100_000, 50_000], loss: loss)
        for place in 0..<2 {
            let sequence = try #require(TimeSequence(outcome, of: place))
            let bytes = try #require(outcome.transfers[place].response?.count)
            for points in [sequence.sent, sequence.received] {
                #expect(points.last?.bytes == bytes)
                #expect(zip(points, points.dropFirst()).allSatisfy { $0.at <= $1.at && $0.bytes < $1.bytes })
            }
            #expect(sequence.received.last?.at == outcome.transfers[place].responseLastByte)
            let firstSent = try #require(sequence.sent.first?.at)
            #expect(firstSent >= outcome.transfers[place].responseBegin ?? .zero)
        }
    }

    @Test func `long sequences are thinned out and keep their end`() throws {
        let outcome = outcome([2_000_000])
        let sequence = try #require(TimeSequence(outcome, of: 0))
        #expect(sequence.sent.count == TimeSequence.mostPoints)
        #expect(sequence.sent.last?.bytes == 2_000_170)
    }

    @Test func `there is no sequence without a log`() {
        #expect(TimeSequence(outcome([1000], keepsLog: false), of: 0) == nil)
    }
}
