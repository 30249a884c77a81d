import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct UnsentRequestTests {
    /// A second stream's request at 14,500, which leaves when the first response's first packet has come. Ten bytes went up
    /// before it, as often as `times` has entries.
    private func unsent(_ times: [Int64]) -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 4, written: (15_400, 15_400), lastByte: 24_400, end: 24_500)
        for time in times { run.up(4001, at: time, sequence: 101, payload: 10) }
        run.open(4001, packets: 2, written: (26_600, 26_600), lastByte: 33_600, end: 33_700)
        run.record.linkLog.removeLast(3)
        for place in 0..<4 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        run.up(4001, at: 21_500, sequence: 111, payload: 100)
        for place in 4..<6 {
            run.down(4001, place, arrival: 26_600, service: 26_600 + Int64(place - 4) * 1000)
        }
        for place in 0..<2 { run.record.transfers[place].exchange?.stream = 2 * place + 1 }
        run.record.transfers[1].start = LedgerRun.at(14_450)
        run.record.transfers[1].exchange?.isNewConnection = false
        run.record.transfers[1].exchange?.connectStart = nil
        run.record.transfers[1].exchange?.connectEnd = nil
        run.record.transfers[1].exchange?.requestFirstByte = LedgerRun.at(14_500)
        run.record.transfers[1].exchange?.order = 1
        run.record.timing[1].at = LedgerRun.at(14_460)
        run.record.originLog[1].order = 1
        run.record.originLog[1].requestFirstByte = LedgerRun.at(26_500)
        run.record.originLog[1].requestLastByte = LedgerRun.at(26_500)
        return run
    }

    @Test func `a request held back by the client's own retransmissions is recovery`() {
        let rows = unsent([12_000, 14_000]).rows(1)
        #expect(rows[.recovery] == 7000)
        #expect(rows[.request] == 5000)
    }

    @Test func `a request held back by the client's full congestion window is window time`() {
        let rows = unsent((0..<10).map { 11_000 + $0 }).rows(1)
        #expect(rows[.recovery] == 7000, "each of them repeats the first")
        var run = unsent([])
        for place in 0..<10 { run.up(4001, at: 11_000, sequence: 101 + UInt32(place), payload: 1) }
        run.record.linkLog.sort { $0.arrival < $1.arrival }
        #expect(run.rows(1)[.window] == 7000)
    }

    @Test func `a request that leaves late for no known reason is request time`() {
        let rows = unsent([12_000]).rows(1)
        #expect(rows[.recovery] == nil && rows[.window] == nil)
        #expect(rows[.request] == 12_000)
    }
}
