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

    @Test func `accepts a plain line and expectations on the line's own counters`() {
        #expect(StreamObjection(Self.scenario(), lossAsDelay: false) == nil)
        #expect(StreamObjection(Self.scenario(expecting: "wireDownBytes"), lossAsDelay: false) == nil)
    }

    @Test func `rejects loss and advises --loss-as-delay`() {
        let error = StreamObjection(Self.scenario(loss: 0.01), lossAsDelay: false)?.error
        #expect(error?.message.contains("down.loss") == true)
        #expect(error?.advice?.contains("--loss-as-delay") == true)
        #expect(StreamObjection(Self.scenario(loss: 0.01), lossAsDelay: true) == nil)
    }

    @Test func `rejects versions of IP and delays of names, which byte streams do not have`() {
        var scenario = Self.scenario()
        scenario.link.parameters.ip = .both
        #expect(
            StreamObjection(scenario, lossAsDelay: false)?.text
                == "a version of IP: the line carries no packets"
        )
        scenario.link.parameters.ip = .v4
        scenario.link.parameters.aaaaDelay = 1
        #expect(
            StreamObjection(scenario, lossAsDelay: false)?.text
                == "a DNS delay: stream mode does no name lookups"
        )
    }

    @Test func `rejects TCP settings, because no TCP crosses the line`() {
        var scenario = Self.scenario()
        scenario.origin.initialWindow = 32
        #expect(
            StreamObjection(scenario, lossAsDelay: false)?.text
                == "an initial window of 32: the line carries no TCP"
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
    func `rejects expectations on packet metrics for streams`(_ metric: ExpectationMetric) {
        let error = StreamObjection(Self.scenario(expecting: metric), lossAsDelay: false)?.error
        #expect(error?.message.contains("`cold.x < 5`") == true)
        #expect(error?.advice?.contains("--link packet") == true)
        #expect(error?.advice?.contains("--loss-as-delay") == false)
    }
}
