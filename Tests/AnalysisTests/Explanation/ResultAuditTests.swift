import Analysis
import JSON
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Wire

/// Edits of a run's folder that its other files contradict.
@Suite struct ResultAuditTests {
    struct Edit: CustomTestStringConvertible, Sendable {
        var what: String
        var named: String
        var make: @Sendable (inout RunFiles) -> Void

        var testDescription: String { what }
    }

    private static func transfer(
        _ what: String,
        _ named: String,
        _ make: @escaping @Sendable (inout TransferResult) -> Void
    ) -> Edit {
        Edit(what: what, named: named) { files in
            if var result = files.result {
                make(&result.transfers[1])
                files.result = result
            }
        }
    }

    static let edits = [
        Edit(what: "the rate", named: "the line down carries 16 Mbit/s by result.json, 8 Mbit/s by resolved")
        {
            $0.result?.link.parameters.down.rate = .constant(16_000_000)
        },
        Edit(what: "the delay", named: "the line up delays by") {
            $0.result?.link.parameters.up.oneWayDelay += 1
        },
        Edit(what: "the scenario's rate", named: "did not go down at 4 Mbit/s") {
            $0.scenario?.link.parameters.down.rate = .constant(4_000_000)
        },
        Edit(what: "the scenario's delay", named: "were not 6.0 ms on their way down") {
            $0.scenario?.link.parameters.down.oneWayDelay += 1_000_000
        },
        Edit(what: "the utilisation", named: "in step cold the line was sending for 50.00 % by result.json") {
            $0.result?.steps[0].utilisation = 0.5
        },
        Edit(what: "the hits", named: "the requests, hits or overlap of step cold") {
            $0.result?.steps[0].hitRatio = 0.25
        },
        Edit(what: "the requests", named: "the requests, hits or overlap of step cold") {
            $0.result?.steps[0].requests = 7
        },
        transfer("the body on the wire", "cold[1.jpg] had a body of 5 B by result.json, 1920 B by origin") {
            $0.clientLog?.exchange.sizeBytes = 5
        },
        transfer("the body", "cold[1.jpg] brought 5 B and 1920 B") { $0.bodyBytes = 5 },
        transfer("the head", "cold[1.jpg] had a head of 7 B by result.json, 960 B by origin.jsonl") {
            $0.headerBytes = 7
        },
        transfer("the status", "cold[1.jpg] was answered with 404 by result.json, 200 by origin.jsonl") {
            $0.wireStatus = 404
        },
        transfer("the source", "cold[1.jpg] came from memory by result.json, network by timing.jsonl") {
            $0.source = .memory
        },
        transfer("bytes on the wire", "carried down 900040 B by result.json") { $0.wireDownBytes = 900_000 },
        transfer("rows that add up", "of the time of cold[1.jpg], server had") { transfer in
            let rows = LedgerCause.allCases.reduce(into: [:]) { $0[$1] = transfer.ledger?[$1] ?? 0 }
            transfer.ledger = TransferLedger(
                rows.merging([.server: (rows[.server] ?? 0) - 1000, .window: 1000]) { $1 }
            )
        },
    ]

    @Test func `a folder as the run left it is denied by nothing`() {
        #expect(RunRecovery(files()).missing.isEmpty)
    }

    @Test(arguments: edits)
    func `an edit that a log denies is named`(_ edit: Edit) {
        var files = files()
        edit.make(&files)
        let missing = RunRecovery(files).missing
        #expect(missing.contains { $0.contains(edit.named) }, "\(missing)")
    }

    @Test func `rows that another version wrote are not held against this one's`() {
        var files = files()
        files.result?.netlab = "0.0.1"
        Self.edits.last?.make(&files)
        #expect(RunRecovery(files).missing.isEmpty)
    }

    /// Includes what a capture would show of a connection that others also used.
    private func files() -> RunFiles {
        var files = LoggedRun().files()
        for place in 0..<3 {
            files.result?.transfers[place].wireUpBytes = 10
            files.result?.transfers[place].wireDownBytes = 20
        }
        return files
    }
}
