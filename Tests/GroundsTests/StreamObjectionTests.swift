import LinkModel
import Scenarios
import Testing

@testable import Grounds

struct StreamObjectionTests {
    private static func scenario(
        loss: Double = 0,
        expecting metric: ExpectationMetric? = nil
    ) -> Scenario {
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
        return Scenario(
            name: "sample",
            seed: 1,
            link: LinkSettings(parameters: LinkParameters(down: side, up: DirectionParameters())),
            origin: OriginSettings(files: []),
            client: ClientSettings(),
            steps: [],
            expectations: expectation.map { [$0] } ?? []
        )
    }

    @Test func `a plain line is carried, and what the line itself counts may be expected`() {
        #expect(StreamObjection(Self.scenario(), lossAsDelay: false) == nil)
        #expect(StreamObjection(Self.scenario(expecting: "wireDownBytes"), lossAsDelay: false) == nil)
    }

    @Test func `loss is refused with the way to have it as delay`() {
        let error = StreamObjection(Self.scenario(loss: 0.01), lossAsDelay: false)?.error
        #expect(error?.message.contains("down.loss") == true)
        #expect(error?.advice?.contains("--loss-as-delay") == true)
        #expect(StreamObjection(Self.scenario(loss: 0.01), lossAsDelay: true) == nil)
    }

    @Test func `what is set of a TCP that crosses the line is refused`() {
        var scenario = Self.scenario()
        scenario.origin.initialWindow = 32
        #expect(
            StreamObjection(scenario, lossAsDelay: false)?.text
                == "an initial window of 32: no TCP crosses the line"
        )
        scenario.client.receiveBuffer = 65_536
        #expect(
            StreamObjection(scenario, lossAsDelay: false)?.text.contains("a receive buffer of its own")
                == true
        )
    }

    @Test(
        arguments: [
            "capture.duration", "capture.speed", "capture.sizeBytes", "retransmittedBytes",
        ] as [ExpectationMetric]
    )
    func `figures of packets cannot be expected of streams`(_ metric: ExpectationMetric) {
        let error = StreamObjection(Self.scenario(expecting: metric), lossAsDelay: false)?.error
        #expect(error?.message.contains("`cold.x < 5`") == true)
        #expect(error?.advice?.contains("--link packet") == true)
        #expect(error?.advice?.contains("--loss-as-delay") == false)
    }
}
