import Analysis
import JSON
import LinkModel
import Runs
import Scenarios
import Testing

@Suite struct ChangedLineTests {
    /// Two fetches of the same file on two connections, with another line for the second.
    private func run(
        _ mode: LinkMode = .packet,
        _ change: (inout LinkParameters) -> Void
    ) -> RunResult {
        var run = SampleRun()
        run.record.link.mode = mode
        run.addNetwork(step: "later", file: "a.jpg", body: 125_724, port: 4003, from: 4000, to: 5100)
        run.record.steps.append(StepRecord(name: "later", start: SampleRun.at(4000), end: SampleRun.at(5100)))
        var line = run.record.link.parameters
        change(&line)
        func fetch(_ name: String) -> Step { .fetch(FetchStep(name: name, entries: [.init(file: "a.jpg")])) }
        run.scenario.steps = [fetch("together"), .link(LinkSettings(parameters: line)), fetch("later")]
        return run.result()
    }

    @Test func `theory uses the line in effect at each step`() throws {
        let result = run { $0.down.rate = .constant(1_000_000) }
        let (before, after) = (result.transfers[0], result.transfers[4])
        #expect(before.theory?.article == 502_896_000)
        #expect(after.theory?.article == 1_005_792_000)
        #expect((after.theory?.alone ?? 0) > 1_005_792_000)
        #expect(result.steps.map(\.link?.down.rateBps) == [2_000_000, 2_000_000, 1_000_000])
        #expect(result.steps[2].json["link"]?["down"]?["rateBps"] == .integer(1_000_000))
        #expect(result.steps[2].json["link"]?["up"]?["oneWayDelayNs"] == .integer(5_000_000))
    }

    @Test func `gaps in theory are reported for the steps affected`() {
        let result = run(.stream) { $0.down.loss = .random(PacketShare(0.1)) }
        #expect(result.findings.last == .ignored([.impairment(.loss)], steps: ["later"]))
    }

    @Test func `after an exchange without theory, its connection has no theory either`() {
        var run = SampleRun()
        run.record.link.congestion = "vegas"
        run.record.link.parameters.down.outages = Outages(pattern: .every(9_000_000_000, length: 1_000_000))
        var plain = run.record.link.parameters
        plain.down.outages = nil
        run.addNetwork(step: "again", file: "a.jpg", body: 9000, port: 4001, order: 1, from: 4000, to: 4100)
        run.addNetwork(step: "fresh", file: "a.jpg", body: 9000, port: 4009, from: 5000, to: 5100)
        for (name, from) in [("again", Int64(4000)), ("fresh", 5000)] {
            run.record.steps.append(
                StepRecord(name: name, start: SampleRun.at(from), end: SampleRun.at(from + 100))
            )
        }
        func fetch(_ name: String) -> Step { .fetch(FetchStep(name: name, entries: [.init(file: "a.jpg")])) }
        run.scenario.steps = [
            fetch("together"), .link(LinkSettings(parameters: plain)), fetch("again"), fetch("fresh"),
        ]
        let result = run.result()
        #expect(
            result.transfers.map { $0.theory?.alone != nil } == [false, false, false, false, false, true]
        )
        #expect(result.steps.map { $0.theory?.shared != nil } == [false, false, false, true])
    }

    @Test func `a step's utilisation uses the step's line`() {
        #expect(
            run { $0.down.rate = .unlimited }.steps.map { $0.utilisation == nil } == [false, false, true]
        )
    }
}
