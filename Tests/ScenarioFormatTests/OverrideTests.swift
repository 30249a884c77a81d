import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@Suite struct OverrideTests {
    private static func load(_ overrides: [ScenarioOverride], _ text: String = BrokenScenario.scenario())
        throws
        -> Scenario
    {
        try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml", overrides: overrides).variants[0]
            .scenario
    }

    @Test func `changes one value and leaves the others`() throws {
        let scenario = try Self.load([.set("link.down.loss=1%"), .set("client.memory.count = 7")])
        #expect(scenario.link.parameters.down.lossRatio == 0.01)
        #expect(scenario.link.parameters.down.rateBps == 2_000_000)
        #expect(scenario.link.parameters.up.lossRatio == 0)
        #expect(scenario.client.memory.count == 7)
    }

    @Test func `a file name in a key may contain dots`() throws {
        let scenario = try Self.load([.set("origin.files.a.jpg.size=7 kB")])
        #expect(scenario.origin.files.map(\.size) == [7000, 20_000])
    }

    @Test func `addresses a step by its name`() throws {
        let scenario = try Self.load([
            .set("steps.cold.start=in-turn"), .set("steps.warm.fetch=[b.jpg, a.jpg]"),
        ])
        guard case .fetch(let cold) = scenario.steps[0], case .fetch(let warm) = scenario.steps[1] else {
            Issue.record("not two fetches")
            return
        }
        #expect(cold.start == .inTurn)
        #expect(warm.entries.map(\.file) == ["b.jpg", "a.jpg"])
    }

    @Test func `a profile override replaces the line, and other overrides apply on top`() throws {
        let text = BrokenScenario.scenario(link: "link: { down: { rate: 1 kbit/s, loss: 5 % }, mtu: 600 }")
        let scenario = try Self.load([.set("link.up.loss=2 %"), .profile("lte")], text)
        #expect(scenario.link.profile == "nlc/lte")
        #expect(scenario.link.parameters.down.rateBps == 50_000_000)
        #expect(scenario.link.parameters.down.lossRatio == 0)
        #expect(scenario.link.parameters.up.lossRatio == 0.02)
        #expect(scenario.link.parameters.mtu == 1500)
    }

    @Test func `a seed override wins`() throws {
        #expect(try Self.load([.seed("99")]).seed == 99)
        #expect(try Self.load([]).seed == 1)
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var override: ScenarioOverride
        var told: String

        var testDescription: String { override.flag }
    }

    @Test(arguments: [
        Fault(
            override: .set("link.down.los=1%"),
            told: "--set link.down.los=1%: error: unknown key `los` in `link.down`, did you mean `loss`?"
        ),
        Fault(
            override: .set("link.down.loss=1"),
            told: "--set link.down.loss=1: error: `loss`: `1` has no unit: write %"
        ),
        Fault(
            override: .set("link"),
            told: "--set link: error: write `--set KEY=VALUE`, as in `--set link.down.loss=1%`"
        ),
        Fault(
            override: .set("=1"),
            told: "--set =1: error: write `--set KEY=VALUE`, as in `--set link.down.loss=1%`"
        ),
        Fault(
            override: .set("link..down=1"),
            told: "--set link..down=1: error: `link..down` is not the path of a key"
        ),
        Fault(override: .set("link.down.loss="), told: "--set link.down.loss=: error: the value is missing"),
        Fault(
            override: .set("client.policy.x=1"),
            told: "--set client.policy.x=1: error: `client.policy` is a single value: it has no `x`"
        ),
        Fault(
            override: .set("steps.clod.start=in-turn"),
            told:
                "--set steps.clod.start=in-turn: error: the list `steps` has no element `clod`: it has `cold`, `warm`"
        ),
        Fault(override: .set("client={"), told: "--set client={: error: a value is missing at the end"),
        Fault(
            override: .set("matrix.seed=1"),
            told: "--set matrix.seed=1: error: `matrix.seed` is not the path of a key"
        ),
        Fault(
            override: .profile("dls"),
            told: "--profile dls: error: unknown profile `dls`, did you mean `dsl`?"
        ),
        Fault(override: .seed("-1"), told: "--seed -1: error: `seed` takes a whole number"),
    ])
    func `an error in an override names the override`(_ fault: Fault) {
        let error = #expect(throws: ScenarioError.self) { _ = try Self.load([fault.override]) }
        #expect(error?.description.hasPrefix(fault.told) == true, "\(error?.description ?? "")")
        #expect(error?.diagnostics.count == 1)
    }
}
