import Analysis
import LinkModel
import Runs
import Testing
import Wire

@Suite struct RunRecoveryTests {
    private func files(_ run: SampleRun) -> RunFiles {
        var files = RunFiles()
        files.result = run.result()
        return files
    }

    @Test func `a whole folder is explained by its result, and nothing is missing`() throws {
        let recovery = RunRecovery(files(SampleRun()))
        #expect(recovery.missing.isEmpty)
        let explanation = RunExplanation(try #require(recovery.result))
        #expect(explanation.steps.map(\.step.name) == ["together", "warm"])
        #expect(explanation.steps[0].concurrency.map(\.transfers) == [2, 1])
        #expect(explanation.steps[0].concurrency.map(\.time) == [1050_000_000, 800_000_000])
        let fairness = try #require(explanation.steps[0].fairness)
        #expect(fairness > 0.9 && fairness < 1)
    }

    @Test func `a result without a ledger is estimated, and says so`() throws {
        var files = files(SampleRun())
        for place in files.result?.transfers.indices ?? 0..<0 {
            files.result?.transfers[place].ledger = nil
            files.result?.transfers[place].phases = TransferPhases(connect: 12_000_000, receive: 900_000_000)
        }
        let recovery = RunRecovery(files)
        let transfer = try #require(recovery.result?.transfers.first)
        let ledger = try #require(transfer.ledger)
        #expect(ledger.isEstimated && ledger.total == transfer.duration)
        #expect(ledger[.payload] == transfer.theory?.article && ledger[.sharing] == nil)
        #expect(recovery.missing.contains { $0.contains("it is estimated") })
    }

    @Test func `rows that were edited are told from those that add up`() {
        var files = files(SampleRun())
        files.result?.transfers[0].ledger = TransferLedger([.payload: 5])
        let missing = RunRecovery(files).missing
        #expect(missing.count == 1 && missing[0].contains("was edited"))
    }

    @Test func `without a result the timing log tells the transfers`() throws {
        var files = RunFiles()
        func event(_ ms: Int64, _ kind: TimingEvent.Kind, bytes: Int? = nil) -> TimingEvent {
            TimingEvent(at: SampleRun.at(ms), transfer: 0, kind: kind, bytes: bytes)
        }
        files.timing = [
            event(0, .start), event(1, .queued), event(11, .connected), event(12, .requestSent),
            event(22, .firstByte), event(52, .lastByte, bytes: 1000), event(53, .done),
        ]
        let recovery = RunRecovery(files)
        let transfer = try #require(recovery.result?.transfers.first)
        #expect(transfer.duration == 53_000_000 && transfer.source == .network)
        #expect(transfer.ledger?[.connect] == 10_000_000 && transfer.ledger?[.delivery] == 1_000_000)
        #expect(transfer.ledger?.total == 53_000_000)
    }

    @Test func `a folder with nothing in it is not explained`() {
        #expect(RunRecovery(RunFiles()).result == nil)
        var files = RunFiles()
        files.timing = [TimingEvent(at: .zero, transfer: 0, kind: .start)]
        #expect(RunRecovery(files).result == nil)
    }
}
