import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@Suite struct LinkYAMLTests {
    private func load(_ text: String) throws -> Scenario {
        try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants[0].scenario
    }

    @Test(arguments: UInt64(0)..<200)
    func `any line round-trips as YAML`(_ seed: UInt64) throws {
        var generator = LinkGenerator(seed: seed)
        let line = generator.link(mtu: 576 + Int(seed))
        let text = LinkYAML(line).text
        let scenario = try load(BrokenScenario.scenario(link: text))
        #expect(scenario.link == LinkSettings(parameters: line), "\(text)")
        #expect(LinkYAML(scenario.link).text == text)
    }

    @Test(arguments: UInt64(0)..<100)
    func `any sequence of lines round-trips, with or without profiles`(_ seed: UInt64) throws {
        var generator = LinkGenerator(seed: 1000 + seed)
        var scenario = try load(BrokenScenario.scenario())
        scenario.link.parameters = generator.link()
        let first = scenario.link.parameters
        scenario.steps = (0..<4).map { index in
            var next = LinkSettings(profile: "nlc/dsl", parameters: generator.link())
            if index > 1, first.dnsDelay == 0 { next.profile = "nlc/3g" }
            next.parameters.dnsDelay = first.dnsDelay
            next.parameters.keepAddresses(of: first)
            return .link(next)
        }
        scenario.expectations = []
        let text = ResolvedScenario(scenario).text
        let again = try load(text)
        #expect(again == scenario, "\(text)")
        #expect(ResolvedScenario(again).text == text)
    }

    @Test func `an impairment of the previous line is written as removed`() throws {
        var generator = LinkGenerator(seed: 5)
        let line = generator.link()
        let plain = DirectionParameters(rateBps: 1_000_000, queue: .packets(9))
        let before = LinkSettings(parameters: line)
        var after = before
        after.parameters.down = plain
        after.parameters.up = plain
        var scenario = try load(BrokenScenario.scenario())
        scenario.link = before
        scenario.steps = [.link(after)]
        #expect(try load(ResolvedScenario(scenario).text) == scenario)
    }

    @Test func `a plain line is written briefly`() {
        let side = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000, lossRatio: 0.01)
        #expect(
            LinkYAML(LinkParameters(down: side, up: side)).text == """
                link:
                  down: { rate: 2 Mbit/s, oneWayDelay: 5 ms, loss: 1 %, queue: 1000 packets }
                  up: { rate: 2 Mbit/s, oneWayDelay: 5 ms, loss: 1 %, queue: 1000 packets }
                  mtu: 1500

                """
        )
    }
}
