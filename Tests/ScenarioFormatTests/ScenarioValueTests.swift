import Fixtures
import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@Suite struct ScenarioValueTests {
    private static let scenario = Scenario(
        name: "made-in-swift",
        link: LinkSettings(
            parameters: LinkParameters(
                down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 20_000_000, lossRatio: 0.01),
                up: DirectionParameters(rateBps: 256_000, oneWayDelay: 20_000_000)
            )
        ),
        origin: OriginSettings(files: [
            OriginFile(name: "cat.jpg", image: .jpeg, size: 20_000),
            OriginFile(name: "note.txt", content: .file(path: "note.txt", bytes: [104, 105])),
        ]),
        steps: [
            .fetch("cold", ["cat.jpg", "note.txt"], start: .inTurn), .forget(.connections),
            .fetch("warm", ["cat.jpg"]),
        ]
    )

    @Test func `a scenario built in Swift equals its file`() throws {
        var expected = Self.scenario
        expected.link = expected.link.settled
        let set = try ScenarioLoader.load(Self.scenario)
        #expect(set.variants.map(\.scenario) == [expected])
        #expect(try ScenarioLoader.load(expected).variants[0].scenario == expected)
    }

    @Test func `overrides apply to a scenario built in Swift`() throws {
        let set = try ScenarioLoader.load(
            Self.scenario,
            overrides: [.set("client.connections=2"), .seed("9")]
        )
        #expect(set.variants[0].scenario.client.connections == 2)
        #expect(set.variants[0].scenario.seed == 9)
    }

    private static let broken: [(change: @Sendable (inout Scenario) -> Void, word: String)] = [
        ({ $0.steps = [] }, "steps"),
        ({ $0.steps = [.fetch("cold", ["dog.jpg"])] }, "dog.jpg"),
        ({ $0.origin.files[0].content = .image(.init(.jpeg, size: 3)) }, "3 B"),
        ({ $0.client.connections = 0 }, "connections"),
        ({ $0.link.parameters.down.oneWayDelay = -1 }, "oneWayDelay"),
    ]

    @Test(arguments: broken.indices)
    func `the rules of files apply to scenarios built in Swift`(_ index: Int) throws {
        let (change, word) = Self.broken[index]
        var scenario = Self.scenario
        change(&scenario)
        let error = #expect(throws: ScenarioError.self) { try ScenarioLoader.load(scenario) }
        #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
    }
}
