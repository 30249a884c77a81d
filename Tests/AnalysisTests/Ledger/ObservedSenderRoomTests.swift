import LinkModel
import Logs
import Runs
import Testing
import Wire

@testable import Analysis

/// What is known of a sender's window and losses, asked of itself.
@Suite struct ObservedSenderRoomTests {
    private func plain() -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 2, written: (15_400, 15_400), lastByte: 24_450, end: 24_500)
        for place in 0..<2 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        return run
    }

    private func sender(_ run: LedgerRun) throws -> ObservedSender {
        let flow = try #require(LineLog(run.record.linkLog).flow(ofPort: 4001, at: LedgerRun.at(15_400)))
        return ObservedSender(flow, ObservedSender.Settings(initialWindow: 9))
    }

    @Test(
        arguments: [(0, "certain"), (6, "certain"), (7, "tooLittle"), (9, "unproven")] as [(Int64, String)]
    )
    func `room in a window of nine is certain up to two thirds and unproven when full`(
        _ inFlight: Int64,
        _ room: String
    ) throws {
        #expect("\(try sender(plain()).room(at: LedgerRun.at(16_000), inFlight: inFlight))" == room)
    }

    @Test func `a later acknowledgement of the same bytes makes up for a lost one`() throws {
        var run = plain()
        run.up(4001, at: 22_000, sequence: 101, acknowledging: 961, fate: .lost)
        run.up(4001, at: 30_000, sequence: 101, acknowledging: 961)
        #expect(try sender(run).losses.map(\.end) == [LedgerRun.at(35_000)])
    }

    @Test func `losing a copy of delivered data is no loss`() throws {
        var run = plain()
        run.down(4001, 0, arrival: 18_000, fate: .lost)
        #expect(try sender(run).losses.isEmpty)
    }

    @Test func `a SYN-ACK carries no stream bytes`() throws {
        let line = LineLog(plain().record.linkLog)
        let flow = try #require(line.flow(ofPort: 4001, at: LedgerRun.at(200)))
        let first = Span(start: .zero, end: LedgerRun.at(6000))
        #expect(line.own(flow.number, .down, in: first).isEmpty)
    }

    @Test func `storing time is limited to the time available`() throws {
        var transfer = plain().record.transfers[0]
        transfer.phases.cache = 1_000_000_000
        let moments = TransferMoments(transfer, tries: [LedgerRun.at(100)], ready: nil)
        #expect(moments.storing == moments.ready && moments.decoding == moments.ready)
    }
}
