import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

/// Where one cause ends and the next begins.
@Suite struct LedgerBoundaryTests {
    /// A head and three packets of body, as fast as the line carries them.
    private func plain() -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 4, written: (15_400, 15_400), lastByte: 24_450, end: 24_500, storing: 30)
        for place in 0..<4 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        return run
    }

    @Test func `packets before a stream's first byte are the other streams', and so is their share after it`()
    {
        var run = LedgerRun()
        run.open(4001, packets: 5, written: (15_400, 15_400), lastByte: 28_400, end: 28_500)
        run.open(4001, packets: 3, written: (19_400, 19_400), lastByte: 28_400, end: 28_500)
        run.record.linkLog.removeLast(3)
        for place in 0..<8 { run.down(4001, place, arrival: 15_400 + Int64(place) * 1000) }
        for place in 0..<2 {
            run.record.transfers[place].exchange?.stream = 2 * place + 1
            run.record.originLog[place].stream = 2 * place + 1
            run.record.originLog[place].order = place
        }
        let rows = run.rows(1)
        #expect(rows[.request] == 5000 && rows[.server] == 100 && rows[.payload] == 2 * 960)
        // Four packets, and of the other four what is beyond head, body and two frames.
        let own = 960 + 2 * 960 + 2 * 31
        #expect(rows[.sharing] == 4000 + 4000 * (4 * 960 - own) / (4 * 960))
        // Another connection waits for the second of them, from its first byte on.
        run.open(4002, packets: 2, written: (19_400, 19_400), lastByte: 30_400, end: 30_500)
        for place in 0..<2 { run.down(4002, place, arrival: 19_400, service: 23_400 + Int64(place) * 1000) }
        let wait = run.ledger(2).waitedFor.first
        #expect(wait?.transfer == 1 && wait?.time == 4_000_000)
    }

    @Test(arguments: [true, false])
    func `a byte-stream line knows its losses only as delay`(_ lossAsDelay: Bool) {
        var run = plain()
        run.record.link.mode = .stream
        run.record.link.streams = .init(lossAsDelay: lossAsDelay)
        let losses: Set<LedgerCause> = lossAsDelay ? [] : [.recovery, .retransmit]
        #expect(run.ledger().unknown == losses.union([.window, .receiver]) && run.ledger().isEstimated)
    }

    @Test func `the emulator's lateness in opening a connection is emulation time`() {
        var run = plain()
        run.record.linkLog[0].departure = run.record.linkLog[0].departure.map { $0 + 500_000 }
        #expect(run.rows()[.emulation] == 500 && run.rows()[.connect] == 10_100 - 500)
    }

    @Test func `leftovers of an earlier response are not a shared stream`() {
        var run = LedgerRun()
        run.open(4001, packets: 3, written: (18_000, 18_000), lastByte: 25_000, end: 25_100)
        run.down(4001, 0, arrival: 15_400)
        for place in 1..<3 { run.down(4001, place, arrival: 18_000, service: 17_000 + Int64(place) * 1000) }
        #expect(run.rows()[.server] == 18_000 - 15_300 && run.rows()[.sharing] == nil)
    }

    @Test func `a response that never reached its caller has no delivery time`() {
        var run = plain()
        run.record.transfers[0].exchange = nil
        run.record.transfers[0].source = .none
        run.record.transfers[0].phases = TransferPhases(cache: 100_000, blocked: 100_000, connect: 10_100_000)
        run.record.transfers[0].end = LedgerRun.at(500_000)
        let rows = run.rows()
        #expect(rows[.payload] ?? 0 >= 3 * 960 - 1 && rows[.delivery] == nil && rows[.propagation] == nil)
    }
}
