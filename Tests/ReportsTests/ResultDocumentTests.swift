import JSON
import LinkModel
import Reports
import Runs
import Testing

@Suite struct ResultDocumentTests {
    private func result() -> RunResult {
        RunResult(
            netlab: "0.1.0",
            scenario: "dsl",
            scenarioDigest: "00ff",
            seed: 47,
            startedAt: 0,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1 << 30, isPrivileged: true),
            outcome: .expectationsFailed,
            link: LinkRecord(
                mode: .packet,
                carrier: .tun,
                profile: nil,
                congestion: "cubic",
                parameters: LinkParameters(
                    down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
                    up: DirectionParameters(queue: .bytes(9000))
                )
            ),
            artifacts: [.linkLog]
        )
    }

    private func keys(_ value: JSONValue?) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.map(\.key)
    }

    @Test func `has every key in a stable order`() {
        #expect(
            keys(result().json) == [
                "schema", "netlab", "scenario", "scenarioDigest", "seed", "startedAt", "machine", "outcome",
                "failure", "matrix", "repeat", "link", "transfers", "steps", "cache", "expectations",
                "emulation", "packets", "clock", "findings", "artifacts",
            ]
        )
        #expect(result().json["schema"] == "netlab.result/1")
        #expect(result().json["outcome"] == "expectations-failed")
        #expect(result().json["matrix"] == .null)
        #expect(result().json["packets"] == .null)
    }

    @Test func `writes an unlimited rate and a missing file as null`() {
        let json = result().json
        #expect(json["link"]?["up"]?["rateBps"] == .null)
        #expect(json["link"]?["up"]?["queueBytes"] == .integer(9000))
        #expect(json["link"]?["up"]?["queuePackets"] == .null)
        #expect(json["link"]?["down"]?["queueBytes"] == .integer(1_500_000))
        #expect(json["link"]?["down"]?["queuePackets"] == .integer(1000))
        #expect(json["link"]?["lossAsDelay"] == .null)
        #expect(json["artifacts"]?["linkLog"] == "link.jsonl")
        #expect(json["artifacts"]?["clientCapture"] == .null)
    }

    @Test func `writes findings as sentences`() {
        var found = result()
        found.findings = [.failed(why: "no space"), .lossAsDelay(times: 1)]
        #expect(
            found.json["findings"]?.elements.map(\.text) == [
                "The run failed: no space.",
                "Losses were modelled as delay: 1 chunk arrived a round trip late.",
            ]
        )
    }

    @Test func `combines several runs into one document`() {
        #expect(RunResult.document([result()]) == result().json)
        let document = RunResult.document([result(), result()])
        #expect(document["schema"] == "netlab.results/1")
        #expect(document["runs"] == [result().json, result().json])
        #expect(document["repeated"] == [])
        let figure = RepeatedFigure(
            scenario: "dsl",
            step: "cold",
            runs: 3,
            median: 20,
            least: 10,
            greatest: 35,
            worstRepetition: 2
        )
        let told: JSONValue = [
            "scenario": "dsl", "matrix": nil, "step": "cold", "file": nil, "figure": "makespan",
            "runs": .integer(3),
            "medianNs": .integer(20), "leastNs": .integer(10), "greatestNs": .integer(35),
            "spreadNs": .integer(25), "worstRepeat": .integer(2),
        ]
        #expect(RunResult.document([result(), result()], repeated: [figure])["repeated"] == [told])
    }
}
