import JSON
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct RunResultTests {
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

    @Test func `every key is there in a stable order`() {
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

    @Test func `an unlimited rate and a missing file are null`() {
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

    @Test func `a transfer without a network has null for what the wire would say`() {
        let transfer = TransferResult(
            id: 3,
            step: "warm",
            file: "a.jpg",
            url: "http://origin.netlab.test/a.jpg",
            source: .memory,
            status: 200,
            tier: .memory,
            start: Instant(nanoseconds: 5),
            duration: 10,
            bodyBytes: 100
        )
        for key in ["wireStatus", "connection", "clientLog", "capture", "theory", "ledger", "phases"] {
            #expect(transfer.json[key] == .null, "\(key)")
        }
        #expect(transfer.json["source"] == "memory")
        #expect(transfer.measured == nil)
    }

    @Test(arguments: [
        (125_724, Int64(0), Int64(502_896_000), Int64?(2_000_000)), (0, 0, 5, nil), (100, 7, 7, nil),
        (3, 0, 7, 3_428_571_429),
    ])
    func `speed is body bits over first byte to last`(size: Int, first: Int64, last: Int64, speed: Int64?) {
        let witness = ExchangeWitness(
            sizeBytes: size,
            request: Instant(nanoseconds: -100),
            firstByte: Instant(nanoseconds: first),
            lastByte: Instant(nanoseconds: last)
        )
        #expect(witness.speedBps == speed)
        #expect(witness.duration == last + 100)
    }

    @Test func `several runs are one document`() {
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
