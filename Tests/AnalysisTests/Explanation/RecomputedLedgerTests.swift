import Analysis
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Wire

/// Compares ledgers recomputed from a folder's logs with those of the run.
@Suite struct RecomputedLedgerTests {
    private let files = LoggedRun().files()

    private var original: [TransferLedger?] { files.result?.transfers.map(\.ledger) ?? [] }

    @Test func `the run has what makes a ledger hard to work out again`() {
        #expect(original.map { $0?.isEstimated } == [false, false, false, false])
        #expect(original.map { $0?[.server] ?? 0 > 0 } == [true, true, true, true])
        #expect(original[1]?[.retry] == 0 && original[1]?[.request] == 10_000_000)
        #expect(original[2]?[.retry] == 212_050_000)
        #expect(original[3]?[.payload] ?? 0 > 0)
    }

    @Test func `rows that are gone come back as they were, after redirects, pauses and what broke off`() {
        var files = files
        for place in 0..<4 { files.result?.transfers[place].ledger = nil }
        let recovery = RunRecovery(files)
        #expect(recovery.result?.transfers.map(\.ledger) == original)
        #expect(recovery.missing == [.ledgers(transfers: nil, isLogged: true)])
    }

    @Test func `rows of a run through a proxy come back by the proxy's log, and are estimated without it`() {
        var run = LoggedRun()
        run.goThroughProxy()
        var files = run.files()
        let original = files.result?.transfers.map(\.ledger)
        #expect(files.result?.transfers.map(\.linePort) == [4001, 4001, 4001, nil])
        #expect(RunRecovery(files).missing.isEmpty)
        for place in 0..<4 { files.result?.transfers[place].ledger = nil }
        let recovery = RunRecovery(files)
        #expect(recovery.result?.transfers.map(\.ledger) == original)
        #expect(recovery.missing.count == 1, "\(recovery.missing)")
        files.proxy = []
        let blind = RunRecovery(files)
        #expect(blind.result?.transfers.prefix(3).allSatisfy { $0.ledger?.isEstimated == true } == true)
        #expect(!blind.missing.contains { if case .torn = $0 { true } else { false } }, "\(blind.missing)")
    }

    @Test func `without a result the logs tell the same rows`() throws {
        var files = files
        files.result = nil
        files.scenario?.origin.initialWindow = 10
        let recovery = RunRecovery(files)
        let transfers = try #require(recovery.result?.transfers)
        // Changes can be simulated again, because the scenario has both ends' TCP settings.
        #expect(recovery.result?.link.congestion == "cubic" && recovery.result?.link.initialWindow == 10)
        #expect(transfers.map(\.file) == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"])
        #expect(transfers.map(\.source) == [.network, .network, .network, .none])
        #expect(transfers.map(\.clientPort) == [4001, 4001, 4001, nil])
        #expect(transfers.map(\.ledger) == original)
    }

    /// Other callers had requested the same image.
    @Test func `what came after a caller gave up is not its own`() throws {
        var files = files
        files.timing += [
            TimingEvent(at: LedgerRun.at(395_000), transfer: 3, kind: .lastByte, bytes: 2 * LedgerRun.payload)
        ]
        #expect(RunRecovery(files).missing.isEmpty)
        files.result = nil
        #expect(try #require(RunRecovery(files).result?.transfers[3]).source == .none)
    }

    @Test func `of what broke off nothing is made up where the origin's log is gone`() throws {
        var files = files
        files.origin = []
        files.result?.transfers[3].ledger = nil
        let ledger = try #require(RunRecovery(files).result?.transfers[3].ledger)
        #expect(ledger.isEstimated && ledger[.server] == nil && ledger[.payload] == 0)
    }

    @Test func `a copy that the line made of a packet is no line of the log too many`() throws {
        var files = files
        var copy = files.link[4]
        copy.decision.serviceStart = copy.decision.serviceStart + 1000
        copy.decision.serviceEnd = copy.decision.serviceEnd + 1000
        copy.decision.due = copy.decision.due + 1000
        copy.departure = copy.decision.due
        copy.decision.alterations = .duplicate
        files.link.append(copy)
        for place in 0..<4 { files.result?.transfers[place].ledger = nil }
        let again = try #require(RunRecovery(files).result?.transfers[0].ledger)
        #expect(again[.retransmit] == 1000)
    }
}
