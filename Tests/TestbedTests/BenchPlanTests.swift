import LinkModel
import Scenarios
import Testbed
import Testing

@Suite struct BenchPlanTests {
    private func identity(_ trace: [UInt32], name: String = "a.trace") -> [UInt8] {
        let rate = LineRate.trace(OpportunityTrace(name: name, milliseconds: trace, repeats: true))
        let line = LinkParameters(down: DirectionParameters(rate: rate), up: DirectionParameters(rate: rate))
        let scenario = Scenario(
            name: "x",
            seed: 1,
            link: LinkSettings(parameters: line),
            origin: OriginSettings(),
            client: ClientSettings(),
            steps: [.link(LinkSettings(parameters: line))]
        )
        return BenchPlan(scenario: scenario, resolved: "resolved").identity
    }

    @Test func `the content of a trace is part of the experiment's identity, once`() {
        #expect(identity([1, 2]) == identity([1, 2]))
        #expect(identity([1, 2]) != identity([1, 3]))
        #expect(identity([1, 2]).count == "resolved# a.trace\n".utf8.count + 8)
    }

    @Test func `without a trace the identity is the resolved scenario`() {
        let line = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        let scenario = Scenario(
            name: "x",
            seed: 1,
            link: LinkSettings(parameters: line),
            origin: OriginSettings(),
            client: ClientSettings(),
            steps: []
        )
        #expect(BenchPlan(scenario: scenario, resolved: "text").identity == Array("text".utf8))
    }
}
