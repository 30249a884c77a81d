import LinkModel
import Scenarios
import Testing

@testable import Testbed

struct StreamObjectionTests {
    private static func plan(
        loss: Double = 0,
        lossAsDelay: Bool = false,
        expecting metric: ExpectationMetric? = nil
    ) -> BenchPlan {
        let side = DirectionParameters(rateBps: 1_000_000, lossRatio: loss)
        let expectation = metric.map { metric in
            Expectation(
                text: "cold.x < 5",
                line: 1,
                subject: .init(step: "cold", metric: metric),
                comparison: .less,
                value: .number(5)
            )
        }
        let scenario = Scenario(
            name: "sample",
            seed: 1,
            link: LinkSettings(parameters: LinkParameters(down: side, up: DirectionParameters())),
            origin: OriginSettings(files: []),
            client: ClientSettings(),
            steps: [],
            expectations: expectation.map { [$0] } ?? []
        )
        return BenchPlan(scenario: scenario, resolved: "", line: .streams, lossAsDelay: lossAsDelay)
    }

    @Test func `a plain line is carried, and what the line itself counts may be expected`() {
        #expect(StreamObjection(Self.plan()) == nil)
        #expect(StreamObjection(Self.plan(expecting: .wireDownBytes)) == nil)
    }

    @Test func `loss is refused with the way to have it as delay`() {
        let error = StreamObjection(Self.plan(loss: 0.01))?.error
        #expect(error?.message.contains("down.loss") == true)
        #expect(error?.advice?.contains("--loss-as-delay") == true)
        #expect(StreamObjection(Self.plan(loss: 0.01, lossAsDelay: true)) == nil)
    }

    @Test func `what is set of a TCP that crosses the line is refused`() {
        var plan = Self.plan()
        plan.scenario.origin.initialWindow = 32
        #expect(StreamObjection(plan)?.text == "an initial window of 32: no TCP crosses the line")
        plan.scenario.client.receiveBuffer = 65_536
        #expect(StreamObjection(plan)?.text.contains("a receive buffer of its own") == true)
    }

    @Test(arguments: [ExpectationMetric.captureDuration, .captureSpeed, .retransmittedBytes])
    func `what only packets tell cannot be expected of streams`(_ metric: ExpectationMetric) {
        let error = StreamObjection(Self.plan(expecting: metric))?.error
        #expect(error?.message.contains("`cold.x < 5`") == true)
        #expect(error?.advice?.contains("--link packet") == true)
        #expect(error?.advice?.contains("--loss-as-delay") == false)
    }
}
