import LinkModel
import ScenarioFormat
import Scenarios
import Testing

struct ScenarioPurposeTests {
    private static func load(_ text: String, for purpose: ScenarioPurpose) throws -> Scenario {
        try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml", purpose: purpose).variants[0].scenario
    }

    @Test(arguments: [
        "{}", "name: x", "link: { profile: dsl }", "origin: { tls: true }",
        "origin: { files: { a: { text: a } } }",
        "origins: { cdn.example: { files: { a: { text: a } } } }",
    ])
    func `a bench may omit what a run requires`(text: String) throws {
        #expect(throws: ScenarioError.self) { try Self.load(text, for: .run) }
        let scenario = try Self.load(text, for: .bench)
        #expect(scenario.steps.isEmpty)
        #expect(scenario.link.parameters.shapesNothing == !text.contains("link"))
    }

    @Test(arguments: [
        "link: {}", "link: { profile: nothing }", "origin: { files: {} }", "netlab: 2", "linc: 3", "[]",
    ])
    func `what a bench specifies must be valid`(text: String) {
        #expect(throws: ScenarioError.self) { try Self.load(text, for: .bench) }
    }

    @Test func `a complete scenario is the same for a run and a bench`() throws {
        let text = BrokenScenario.scenario()
        #expect(try Self.load(text, for: .run) == Self.load(text, for: .bench))
    }
}
