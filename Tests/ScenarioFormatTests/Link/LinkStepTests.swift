import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@Suite struct LinkStepTests {
    private func links(_ steps: [String], before: String = "profile: dsl") throws -> [LinkSettings] {
        let list = steps.map { "  - link: { \($0) }" }.joined(separator: "\n")
        let text = BrokenScenario.scenario(link: "link: { \(before) }", steps: "steps:\n\(list)")
        let scenario = try load(text)
        #expect(try load(ResolvedScenario(scenario).text) == scenario)
        return scenario.steps.compactMap { if case .link(let link) = $0 { link } else { nil } }
    }

    private func load(_ text: String) throws -> Scenario {
        var scenario = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants[0].scenario
        scenario.name = "x"
        return scenario
    }

    @Test func `each step changes the line left by the previous step`() throws {
        let links = try self.links([
            "down: { rate: 500 kbit/s, jitter: 1 ms }", "up: { loss: 1 % }", "down: { jitter: 0 ms }",
        ])
        #expect(links.map(\.parameters.down.rateBps) == [500_000, 500_000, 500_000])
        #expect(links.map(\.parameters.down.jitter?.amount) == [1_000_000, 1_000_000, nil])
        #expect(links.map(\.parameters.up.lossRatio) == [0, 0.01, 0.01])
        #expect(links.map(\.profile) == ["nlc/dsl", "nlc/dsl", "nlc/dsl"])
    }

    @Test func `a profile in a step replaces the line except for the MTU`() throws {
        let links = try self.links(
            ["profile: lte, up: { loss: 1 % }", "profile: nlc/dsl"],
            before: "profile: dsl, mtu: 1400, linkLayer: { cell: atm }, down: { jitter: 2 ms, queue: 64 KiB }"
        )
        #expect(links.map(\.profile) == ["nlc/lte", "nlc/dsl"])
        #expect(links.map(\.parameters.mtu) == [1400, 1400])
        #expect(links.map(\.parameters.down.rateBps) == [50_000_000, 2_000_000])
        #expect(links.allSatisfy { $0.parameters.down.jitter == nil && $0.parameters.framing == .none })
        #expect(links.map(\.parameters.up.lossRatio) == [0.01, 0])
        #expect(links.map(\.parameters.up.queue) == [.packets(1000), .packets(1000)])
    }

    @Test func `a default queue grows with the line`() throws {
        let links = try self.links(["down: { rate: 1 Gbit/s }, rtt: 100 ms", "down: { rate: 1 Mbit/s }"])
        #expect(links.map(\.parameters.down.queue) == [.packets(16_667), .packets(1000)])
        let asked = try self.links(
            ["down: { rate: 1 Gbit/s }, rtt: 100 ms"],
            before: "profile: dsl, down: { queue: 99 packets }"
        )
        #expect(asked.map(\.parameters.down.queue) == [.packets(99)])
    }

    @Test func `a step changes a queue's limit or discipline independently`() throws {
        let links = try self.links(
            [
                "down: { queue: 50 packets }", "down: { queue: { target: 7 ms } }",
                "down: { queue: { discipline: fq } }",
            ],
            before: "profile: dsl, down: { queue: { limit: 99 packets, discipline: codel, ecn: true } }"
        )
        #expect(links.map(\.parameters.down.queue) == [.packets(50), .packets(50), .packets(50)])
        #expect(
            links.map(\.parameters.down.discipline) == [
                .codel(ControlledDelay(marksECN: true)),
                .codel(ControlledDelay(target: 7_000_000, marksECN: true)), .fair(codel: nil),
            ]
        )
    }

    @Test func `a step can remove every impairment of the line`() throws {
        let links = try self.links(
            [
                "linkLayer: { overhead: 0 B, cell: none }, down: { rate: unlimited, jitter: 0 ms, loss: 0 %, "
                    + "duplicate: 0 %, corrupt: 0 %, reorder: 0 %, outages: none, police: none, "
                    + "queue: { discipline: drop-tail } }"
            ],
            before:
                "rtt: 10 ms, linkLayer: { overhead: 8 B, cell: atm }, down: { rate: 1 MB/s, jitter: 1 ms, loss: 1 %, "
                + "duplicate: 1 %, corrupt: 1 %, reorder: 1 %, outages: { every: 5 s, for: 1 s }, "
                + "police: { rate: 1 MB/s, burst: 9 kB }, queue: { discipline: pie } }"
        )
        #expect(links[0].parameters.down.isPlain)
        #expect(links[0].parameters.framing == .none)
        #expect(links[0].parameters.down.rate == .unlimited)
    }

    @Test func `a step can change settings of the profile, and must not be empty`() throws {
        #expect(throws: ScenarioError.self) { _ = try self.links(["{}"]) }
        let links = try self.links(["linkLayer: { overhead: 26 B }", "rtt: 50 ms"])
        #expect(links.map(\.parameters.framing.overhead) == [26, 26])
        #expect(links[1].parameters.roundTripDelay == 50_000_000)
    }

    @Test func `the resolved text of a step has only its changes`() throws {
        let text = BrokenScenario.scenario(
            steps: "steps:\n  - link: { down: { jitter: 1 ms, rate: 2 MB/s } }\n  - link: { profile: lte }"
        )
        #expect(
            ResolvedScenario(try load(text)).text.contains(
                """
                steps:
                  - link:
                      down: { rate: 16 Mbit/s, jitter: 1 ms }
                  - link:
                      profile: nlc/lte
                      down: { rate: 50 Mbit/s, oneWayDelay: 50 ms, loss: 0 %, queue: 1000 packets }
                      up: { rate: 10 Mbit/s, oneWayDelay: 65 ms, loss: 0 %, queue: 1000 packets }

                """
            )
        )
    }
}
