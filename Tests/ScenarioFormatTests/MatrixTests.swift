import ScenarioFormat
import Scenarios
import Testing

@Suite struct MatrixTests {
    private static func load(_ matrix: String, _ overrides: [ScenarioOverride] = []) throws -> ScenarioSet {
        let text = BrokenScenario.scenario(rest: "matrix: \(matrix)")
        return try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml", overrides: overrides)
    }

    @Test func `every combination is a scenario, with the last axis varying fastest`() throws {
        let set = try Self.load("{ client.policy: [none, memory], link.profile: [dsl, 3g, lte] }")
        #expect(
            set.variants.map { $0.matrix.map { "\($0.key)=\($0.value)" }.joined(separator: " ") } == [
                "client.policy=none link.profile=dsl", "client.policy=none link.profile=3g",
                "client.policy=none link.profile=lte", "client.policy=memory link.profile=dsl",
                "client.policy=memory link.profile=3g", "client.policy=memory link.profile=lte",
            ]
        )
        #expect(
            set.variants.map(\.scenario.client.policy) == [.none, .none, .none, .memory, .memory, .memory]
        )
        #expect(set.variants[5].scenario.link.profile == "nlc/lte")
    }

    @Test func `a scenario without a matrix has one variant`() throws {
        let set = try ScenarioLoader.load(text: Array(BrokenScenario.scenario().utf8), file: "a/b.c.yaml")
        #expect(set.variants.count == 1)
        #expect(set.variants[0].matrix.isEmpty)
        #expect(set.variants[0].scenario.name == "b.c")
        #expect(set.text == BrokenScenario.scenario())
    }

    @Test func `an override of an axis leaves it one value`() throws {
        let set = try Self.load(
            "{ link.profile: [dsl, 3g], seed: [1, 2] }",
            [.profile("lte"), .set("seed=9")]
        )
        #expect(set.variants.map { $0.matrix.map(\.value) } == [["lte", "9"]])
        #expect(set.variants[0].scenario.link.profile == "nlc/lte")
    }

    @Test(arguments: [
        BrokenScenario(
            "a value",
            "{ client.policy: [none, bth] }",
            at: "13:33",
            "cannot be `bth`",
            meant: "both"
        ),
        BrokenScenario(
            "a key",
            "{ client.polcy: [none] }",
            at: "13:18",
            "unknown key `polcy`",
            meant: "policy"
        ),
        BrokenScenario("no list", "{ client.policy: none }", at: "13:26", "takes a list of values"),
        BrokenScenario("no value", "{ client.policy: [] }", at: "13:26", "takes a list of values"),
        BrokenScenario("a value twice", "{ client.policy: [none, none] }", at: "13:33", "is listed twice"),
        BrokenScenario(
            "a mapping as a value",
            "{ client: [{ policy: none }] }",
            at: "13:20",
            "has single values"
        ),
        BrokenScenario("no axis", "{}", at: "13:9", "takes a mapping of keys to lists"),
        BrokenScenario("the version", "{ netlab: [1] }", at: "13:11", "cannot be an axis"),
        BrokenScenario(
            "too many",
            "{ seed: [\((0..<40).map(String.init).joined(separator: ","))], "
                + "client.connections: [\((1..<40).map(String.init).joined(separator: ","))] }",
            at: "13:1",
            "1560 combinations: at most 1000"
        ),
        BrokenScenario(
            "far too many",
            "{ "
                + ["seed", "client.connections", "client.timeout", "link.mtu"].map { key in
                    "\(key): [\((0..<40).map(String.init).joined(separator: ","))]"
                }.joined(separator: ", ") + " }",
            at: "13:1",
            "too many combinations: at most 1000"
        ),
    ])
    func `reports an error in a matrix once, at its position`(_ broken: BrokenScenario) {
        var broken = broken
        broken.text = Array(BrokenScenario.scenario(rest: "matrix: ").dropLast().utf8) + broken.text
        broken.check()
    }
}
