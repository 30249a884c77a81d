import Foundation
import JSON
import LinkModel
import Reports
import ScenarioFormat
import Scenarios
import Testing
import Theory

@Suite struct PredictionReportTests {
    /// Two files together and from memory, then over another line.
    private static let text = """
        netlab: 1
        name: two-lines
        link: { down: { rate: 2 Mbit/s, oneWayDelay: 5 ms }, up: { rate: 256 kbit/s, oneWayDelay: 5 ms } }
        origin: { files: { a.jpg: { image: jpeg, size: 20 kB }, b.jpg: { image: jpeg, size: 40 kB } } }
        client: { policy: memory }
        steps:
          - { name: cold, fetch: all }
          - { name: warm, fetch: [a.jpg] }
          - link: { down: { rate: 8 Mbit/s } }
          - forget: memory
          - { name: fast, fetch: [b.jpg] }
        """

    private func prediction(
        _ text: String = text,
        log: ScenarioPrediction.Log = .whole,
        _ change: (inout Scenario) -> Void = { _ in }
    ) throws -> ScenarioPrediction {
        var scenario = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants[0].scenario
        change(&scenario)
        return try #require(ScenarioPrediction(scenario, log: log))
    }

    @Test func `each step has its table and sums, and announces a changed line`() throws {
        let report = PredictionReport(try prediction(), scenario: "two-lines")
        let text = report.document.text(width: 120)
        #expect(text.hasPrefix("two-lines\n"))
        #expect(text.contains("down 2 Mbit/s"))
        let change = try #require(text.firstRange(of: "the line from here on: down 8 Mbit/s"))
        let fast = try #require(text.firstRange(of: "\nfast\n"))
        #expect(fast.lowerBound < change.lowerBound)
        #expect(text.components(separatedBy: "makespan").count == 4)
        // A hit in memory costs nothing that theory tells.
        let warm = try #require(text.components(separatedBy: "\nwarm\n").last?.split(separator: "\n")[1])
        #expect(warm.contains("a.jpg") && warm.contains("-"))
        #expect(text.contains("in all: ") && text.contains(" simulated packets"))
    }

    @Test func `shows bars only with the link log`() throws {
        let with = PredictionReport(try prediction(), scenario: "x").document.text(width: 120)
        let without = PredictionReport(try prediction(log: .none), scenario: "x").document.text(width: 120)
        #expect(with.contains("###") && !without.contains("###"))
    }

    @Test func `names the combination of a matrix`() throws {
        let report = PredictionReport(
            try prediction(),
            scenario: "x",
            combination: [("client.policy", "memory"), ("link.down.rate", "2 Mbit/s")]
        )
        #expect(report.document.text().hasPrefix("x (client.policy memory, link.down.rate 2 Mbit/s)\n"))
        #expect(report.json["matrix"]?["client.policy"] == "memory")
        let both = PredictionReport.document([report, report])
        #expect(both["schema"] == "netlab.predictions/1" && both["predictions"]?.elements.count == 2)
    }

    @Test func `figures that theory does not cover have a reason instead of a time`() throws {
        let told = try prediction { $0.origin.behaviour.delay = .value(.uniform(from: 0, to: 9_000_000)) }
        let report = PredictionReport(told, scenario: "x")
        #expect(report.document.text().contains("in all: not known: "))
        #expect(report.document.text().contains("not known"))
        let json = report.json
        #expect(json["totalNs"] == .null)
        #expect(json["steps"]?.elements[0]["transfers"]?.elements[0]["durationNs"] == .null)
    }

    @Test func `reports transfers that would exceed the client's timeout`() throws {
        let slow = try prediction { $0.client.timeout = 50_000_000 }
        let timeout = try #require(slow.timeouts.first)
        #expect(
            timeout.sentence.hasPrefix("`cold`: theory predicts ")
                && timeout.sentence.contains("(and 1 other")
        )
        #expect(timeout.sentence.contains("gives up after 50.0 ms: raise `client.timeout`"))
        #expect(timeout.json["timeoutNs"]?.int64 == 50_000_000 && timeout.json["step"] == "cold")
    }

    @Test func `the JSON has every timestamp, and bytes over time`() throws {
        let prediction = try prediction()
        let document = PredictionReport.document([PredictionReport(prediction, scenario: "two-lines")])
        #expect(document["schema"] == "netlab.prediction/1" && document["matrix"] == .null)
        #expect(document["totalNs"]?.int64 == prediction.total)
        let steps = try #require(document["steps"]?.elements)
        #expect(steps.compactMap { $0["name"]?.text } == ["cold", "warm", "fast"])
        let first = try #require(steps[0]["transfers"]?.elements.first)
        #expect(first["file"] == "a.jpg" && first["newConnection"]?.flag == true)
        let moments = ["startNs", "connectStartNs", "connectEndNs", "requestNs", "firstByteNs", "lastByteNs"]
            .compactMap { first[$0]?.int64 }
        #expect(moments.count == 6 && moments == moments.sorted())
        let received = try #require(first["timeSequence"]?["received"]?.elements)
        #expect((received.last?.elements.last?.int64 ?? 0) > 20_000)
        #expect(first["ledger"]?["payload"]?.int64 == first["theory"]?["articleNs"]?.int64)
        let hit = try #require(steps[1]["transfers"]?.elements.first)
        #expect(hit["theory"] == .null && hit["durationNs"] == .null && hit["timeSequence"] == .null)
    }

    @Test func `every simulated packet is a JSON line`() throws {
        let outcome = try prediction().outcome
        var lines = JSONLines<PredictedPacket>()
        for (entry, content) in zip(outcome.linkLog, outcome.contents) {
            lines.append(PredictedPacket(entry, content))
        }
        let packets = try String(decoding: lines.bytes, as: UTF8.self).split(separator: "\n")
            .map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(packets.first?["schema"] == "netlab.packets/1")
        #expect(packets.count == outcome.packets + 1)
        let payload = packets.filter { $0["direction"] == "down" }.compactMap { $0["payload"]?.int64 }
        #expect(payload.reduce(0, +) > 100_000)
        #expect(packets.dropFirst().allSatisfy { $0["fate"] == "delivered" })
    }
}
