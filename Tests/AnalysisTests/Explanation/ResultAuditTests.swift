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
        var fault: RecoveryFault
        var make: @Sendable (inout RunFiles) -> Void

        var testDescription: String { what }
    }

    private static let name = TransferName(step: "cold", file: "1.jpg")

    private static func transfer(
        _ what: String,
        _ fault: RecoveryFault,
        _ make: @escaping @Sendable (inout TransferResult) -> Void
    ) -> Edit {
        Edit(what: what, fault: fault) { files in
            if var result = files.result {
                make(&result.transfers[1])
                files.result = result
            }
        }
    }

    static let edits = [
        Edit(
            what: "the rate",
            fault: .contradiction(.rate(.down, told: 16_000_000, found: 8_000_000))
        ) { $0.result?.link.parameters.down.rate = .constant(16_000_000) },
        Edit(
            what: "the delay",
            fault: .contradiction(.delay(.up, told: 5_000_001, found: 5_000_000))
        ) { $0.result?.link.parameters.up.oneWayDelay += 1 },
        Edit(what: "the scenario's rate", fault: .lineRate(.down, 4_000_000)) {
            $0.scenario?.link.parameters.down.rate = .constant(4_000_000)
        },
        Edit(what: "the scenario's delay", fault: .lineDelay(.down, 6_000_000)) {
            $0.scenario?.link.parameters.down.oneWayDelay += 1_000_000
        },
        Edit(what: "the hits", fault: .stepCounts(step: "cold")) { $0.result?.steps[0].hitRatio = 0.25 },
        Edit(what: "the requests", fault: .stepCounts(step: "cold")) { $0.result?.steps[0].requests = 7 },
        transfer("the body on the wire", .contradiction(.bodyBytes(name, told: 5, found: 1920))) {
            $0.clientLog?.exchange.sizeBytes = 5
        },
        transfer("the body", .bodies(name, received: 5, onWire: 1920)) { $0.bodyBytes = 5 },
        transfer("the head", .contradiction(.headerBytes(name, told: 7, found: 960))) {
            $0.headerBytes = 7
        },
        transfer("the status", .contradiction(.status(name, told: 404, found: 200))) {
            $0.wireStatus = 404
        },
        transfer("the source", .contradiction(.source(name, told: .memory, found: .network))) {
            $0.source = .memory
        },
    ]

    /// Makes rows that still add up: 1 us of the server's time becomes the window's.
    private static func moveTime(_ files: inout RunFiles) -> TransferLedger? {
        guard let ledger = files.result?.transfers[1].ledger else { return nil }
        let rows = LedgerCause.allCases.reduce(into: [:]) { $0[$1] = ledger[$1] ?? 0 }
        files.result?.transfers[1].ledger = TransferLedger(
            rows.merging([.server: (rows[.server] ?? 0) - 1000, .window: 1000]) { $1 }
        )
        return ledger
    }

    @Test func `a folder as the run left it is denied by nothing`() {
        #expect(RunRecovery(files()).missing.isEmpty)
    }

    @Test(arguments: edits)
    func `an edit that a log denies is named`(_ edit: Edit) {
        var files = files()
        edit.make(&files)
        let missing = RunRecovery(files).missing
        #expect(missing.contains(edit.fault), "\(missing)")
    }

    @Test func `how long the line was sending is told by its log`() throws {
        var files = files()
        let found = try #require(files.result?.steps[0].utilisation)
        files.result?.steps[0].utilisation = 0.5
        let denied = RunRecovery(files).missing.compactMap { fault -> Double? in
            guard case .contradiction(.utilisation("cold", told: 0.5, let found)) = fault else { return nil }
            return found
        }
        #expect(denied.count == 1 && abs((denied.first ?? 0) - found) < 1e-6)
    }

    @Test func `bytes that no connection carried are denied by the line's log`() {
        var files = files()
        files.result?.transfers[1].wireDownBytes = 900_000
        let told = RunRecovery(files).missing.compactMap { fault -> Int? in
            guard case .contradiction(.wireBytes(_, .down, let told, _)) = fault else { return nil }
            return told
        }
        #expect(told == [900_040])
    }

    @Test func `rows that add up are denied by the logs`() throws {
        var files = files()
        let ledger = try #require(Self.moveTime(&files))
        let server = ledger[.server] ?? 0
        #expect(
            RunRecovery(files).missing == [
                .contradiction(.ledger(Self.name, .server, told: server - 1000, found: server))
            ]
        )
    }

    @Test func `rows that another version wrote are not held against this one's`() {
        var files = files()
        files.result?.netlab = "0.0.1"
        #expect(Self.moveTime(&files) != nil)
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
