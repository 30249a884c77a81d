import JSON
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Theory

@testable import Analysis

/// Records written as a run writes them, and read back.
@Suite struct KeptRecordTests {
    /// The record and its logs, from their text.
    private func again(_ record: RunRecord) throws -> RunRecord {
        let text = Array(record.json.pretty.utf8)
        var again = try #require(try RunRecord(json: JSONValue(parsing: text)))
        again.link.parameters = record.link.parameters
        again.timing = entries(record.timing)
        again.linkLog = entries(record.linkLog)
        again.originLog = entries(record.originLog)
        again.proxyLog = entries(record.proxyLog)
        again.tlsSecrets = record.tlsSecrets
        return again
    }

    private func entries<Entry: JSONLineReadable>(_ log: [Entry]) -> [Entry] {
        var lines = JSONLines<Entry>()
        for entry in log { lines.append(entry) }
        return LogReading<Entry>(lines.bytes).entries
    }

    @Test(arguments: (1...100).map { RandomPlan(UInt64($0)) })
    func `a generated record and its ledgers round-trip`(_ random: RandomPlan) throws {
        let plan = random.plan
        let names = plan.fetches.indices.map {
            RunRecord.Simulated(place: $0, file: "\($0).jpg", step: "cold")
        }
        var record = RunRecord(plan, LineSimulation.run(plan), names)
        record.originLog.indices.forEach { record.originLog[$0].places.removeAll { $0.isEmpty } }
        let again = try again(record)
        #expect(again == record)
        let (book, same) = (LedgerBuilder(record) { _ in plan.link }, LedgerBuilder(again) { _ in plan.link })
        for place in record.transfers.indices { #expect(same.ledger(of: place) == book.ledger(of: place)) }
    }

    @Test func `redirects, retries and broken transfers are analysed the same after a round trip`() throws {
        let run = LoggedRun()
        let result = RunAnalysis(run.run.record, scenario: run.scenario).result()
        #expect(result.transfers.map { $0.ledger?.isEstimated } == [false, false, false, false])
        #expect(result.transfers.map { $0.ledger?[.server] ?? 0 > 0 } == [true, true, true, true])
        #expect(result.transfers[2].ledger?[.retry] == 212_050_000)
        #expect(RunAnalysis(try again(run.run.record), scenario: run.scenario).result() == result)
    }

    @Test func `a proxied run is analysed the same after a round trip`() throws {
        var run = LoggedRun()
        run.goThroughProxy()
        let result = RunAnalysis(run.run.record, scenario: run.scenario).result()
        #expect(result.transfers.map(\.linePort) == [4001, 4001, 4001, nil])
        #expect(RunAnalysis(try again(run.run.record), scenario: run.scenario).result() == result)
    }

    @Test func `hits, captures and clocks are analysed the same after a round trip`() throws {
        var run = SampleRun()
        let result = run.result()
        run.record = try again(run.record)
        #expect(run.result() == result)
    }
}
