import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

@Suite struct LedgerBuilderTests {
    /// The causes of every transfer of `LedgerRun.open` before its response.
    private static let opening: [LedgerCause: Int] = [
        .cache: 100, .blocked: 100, .connect: 10_100, .request: 5000,
    ]

    private func opening(_ rows: [LedgerCause: Int]) -> [LedgerCause: Int] {
        Self.opening.merging(rows) { $0 + $1 }
    }

    /// A head and three packets of body, as fast as the line carries them.
    private func plain() -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 4, written: (15_400, 15_400), lastByte: 24_450, end: 24_500, storing: 30)
        for place in 0..<4 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        return run
    }

    @Test func `a transfer alone consists of its bytes, headers and round trips`() {
        let run = plain()
        #expect(
            run.rows()
                == opening([
                    .server: 100, .payload: 3 * 960, .overhead: 1000 + 3 * 40, .propagation: 5000,
                    .delivery: 70, .cache: 30,
                ])
        )
        #expect(run.ledger().total == 24_500_000)
        #expect(run.ledger().waitedFor.isEmpty)
    }

    @Test func `an origin's delay before the response is server time`() {
        var run = LedgerRun()
        run.open(4001, packets: 2, written: (315_300, 315_300), lastByte: 322_300, end: 322_400)
        run.down(4001, 0, arrival: 315_300)
        run.down(4001, 1, arrival: 315_300, service: 316_300)
        #expect(run.rows()[.server] == 300_000)
    }

    @Test func `an origin's pause within the response is server time`() {
        var run = LedgerRun()
        run.open(4001, packets: 3, written: (15_400, 115_400), lastByte: 121_400, end: 121_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        run.up(4001, at: 22_400, sequence: 101, acknowledging: 1 + 2 * 960)
        run.down(4001, 2, arrival: 115_400)
        let rows = run.rows()
        #expect(rows[.server] == 100 + 98_000)
        #expect(rows[.window] == nil && rows[.unexplained] == nil)
    }

    @Test func `a sender with a full window waiting for acknowledgements counts as window time`() {
        var run = LedgerRun()
        // Ten segments, a round trip, ten more: the origin wrote all of them at once.
        run.open(4001, packets: 20, written: (15_400, 15_500), lastByte: 47_400, end: 47_500)
        for place in 0..<10 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        run.up(4001, at: 30_400, sequence: 101, acknowledging: 1 + 10 * 960)
        for place in 10..<20 {
            run.down(4001, place, arrival: 35_420, service: 35_420 + Int64(place - 10) * 1000)
        }
        let rows = run.rows()
        #expect(rows[.window] == 35_420 - 25_400)
        #expect(rows[.server] == 100 && rows[.unexplained] == nil)
    }

    @Test func `a receiver without buffer space counts as receiver time, not as window time`() {
        var run = LedgerRun()
        run.open(4001, packets: 4, written: (15_400, 15_500), lastByte: 45_000, end: 45_100, window: 1920)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        run.up(4001, at: 22_400, sequence: 101, acknowledging: 1 + 2 * 960, window: 0)
        run.up(4001, at: 32_400, sequence: 101, acknowledging: 1 + 2 * 960, window: 1 << 20)
        run.down(4001, 2, arrival: 37_420)
        run.down(4001, 3, arrival: 37_420, service: 38_420)
        let rows = run.rows()
        #expect(rows[.receiver] == 37_400 - 17_400)
        #expect(rows[.recovery] == nil)
    }

    @Test func `a loss counts as recovery until the retransmission, and its bytes are carried once`() {
        var run = LedgerRun()
        run.open(4001, packets: 4, written: (15_400, 15_400), lastByte: 244_400, end: 244_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, fate: .lost)
        run.down(4001, 2, arrival: 15_400, service: 16_400)
        run.down(4001, 3, arrival: 15_400, service: 17_400)
        run.down(4001, 1, arrival: 238_400)
        let rows = run.rows()
        #expect(rows[.recovery] == 238_400 - 18_400)
        #expect(rows[.payload] == 3 * 960 && rows[.retransmit] == nil && rows[.propagation] == 5000)
    }

    @Test func `a corrupted packet is carried twice, and its wait counts as recovery`() {
        var run = LedgerRun()
        run.open(4001, packets: 2, written: (15_400, 15_400), lastByte: 244_400, end: 244_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        run.record.linkLog[run.record.linkLog.count - 1].decision.alterations = .corrupted
        run.down(4001, 1, arrival: 238_400)
        let rows = run.rows()
        #expect(rows[.retransmit] == 1000 && rows[.payload] == 960)
        #expect(rows[.recovery] == 238_400 - 22_400)
    }

    @Test func `a lost acknowledgement counts as recovery`() {
        var run = LedgerRun()
        run.open(4001, packets: 20, written: (15_400, 15_500), lastByte: 247_400, end: 247_500)
        for place in 0..<10 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        run.up(4001, at: 30_400, sequence: 101, acknowledging: 1 + 10 * 960, fate: .lost)
        run.up(4001, at: 230_400, sequence: 101, acknowledging: 1 + 10 * 960)
        for place in 10..<20 {
            run.down(4001, place, arrival: 235_400, service: 235_400 + Int64(place - 10) * 1000)
        }
        let rows = run.rows()
        #expect(rows[.recovery] == 235_400 - 30_400)
        #expect(rows[.window] == 30_400 - 25_400)
    }

    @Test func `two concurrent transfers wait for each other's packets and name each other`() {
        var run = LedgerRun()
        run.open(4001, packets: 3, written: (15_400, 15_400), lastByte: 25_400, end: 25_500)
        run.open(4002, packets: 3, written: (15_400, 15_400), lastByte: 26_400, end: 26_500)
        for place in 0..<3 {
            run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 2000)
            run.down(4002, place, arrival: 15_400, service: 16_400 + Int64(place) * 2000)
        }
        #expect(run.rows(0)[.sharing] == 2000)
        #expect(run.rows(1)[.sharing] == 3000 + 60)
        #expect(run.ledger(0).waitedFor == [.init(transfer: 1, time: 2_000_000)])
        #expect(run.ledger(1).waitedFor == [.init(transfer: 0, time: 3_060_000)])
        #expect(run.rows(0)[.payload] == 1920 && run.rows(1)[.payload] == 1920)
    }

    @Test func `the emulator's lateness is emulation time, for the transfer and for its sender`() {
        var run = LedgerRun()
        run.open(4001, packets: 20, written: (15_400, 15_500), lastByte: 51_600, end: 52_000)
        for place in 0..<10 {
            let late: Int64 = place == 9 ? 300 : 0
            run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000, late: late)
        }
        run.up(4001, at: 30_750, sequence: 101, acknowledging: 1 + 10 * 960, late: 200)
        for place in 10..<20 {
            let late: Int64 = place == 19 ? 500 : 0
            run.down(4001, place, arrival: 36_000, service: 36_000 + Int64(place - 10) * 1000, late: late)
        }
        let rows = run.rows()
        #expect(rows[.emulation] == 300 + 200 + 500)
        #expect(rows[.window] == 36_000 - 25_400 - 500)
    }

    @Test func `only the wait for the lost SYN is recovery, the rest is connect time`() {
        var run = LedgerRun()
        run.open(4001, packets: 2, written: (1_015_500, 1_015_500), lastByte: 1_022_500, end: 1_022_600)
        run.record.linkLog = []
        run = {
            var late = LedgerRun()
            late.record = run.record
            late.up(4001, at: 200, sequence: 0, flags: .syn, fate: .lost)
            late.up(4001, at: 1_000_200, sequence: 0, flags: .syn)
            late.up(4001, at: 1_010_400, payload: 100)
            late.down(4001, 0, arrival: 1_015_500)
            late.down(4001, 1, arrival: 1_015_500, service: 1_016_500)
            return late
        }()
        run.record.transfers[0].exchange?.connectEnd = LedgerRun.at(1_010_300)
        run.record.transfers[0].exchange?.requestFirstByte = LedgerRun.at(1_010_400)
        let rows = run.rows()
        #expect(rows[.recovery] == 1_000_000)
        #expect(rows[.connect] == 10_100)
    }

    @Test func `a sender with data and nothing in flight is unexplained`() {
        var run = LedgerRun()
        run.open(4001, packets: 3, written: (15_400, 15_500), lastByte: 121_400, end: 121_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        run.up(4001, at: 22_400, sequence: 101, acknowledging: 1 + 2 * 960)
        run.down(4001, 2, arrival: 115_400)
        #expect(run.rows()[.unexplained] == 115_400 - 27_400)
    }

    /// Nothing is in flight any more, and the client's window grows while the sender's host answers.
    @Test func `a sender that hears two packets before it answers needs no other reason`() {
        var run = LedgerRun()
        run.open(4001, packets: 3, written: (15_400, 15_500), lastByte: 33_402, end: 33_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        for moment: Int64 in [22_400, 22_401] {
            run.up(4001, at: moment, sequence: 101, acknowledging: 1 + 2 * 960)
        }
        run.down(4001, 2, arrival: 27_403)
        #expect(run.rows()[.unexplained] == nil)
    }

    /// Nothing is in flight, and the line drops what the sender answers with.
    @Test func `a sender whose answer is lost waits for the repair alone`() {
        var run = LedgerRun()
        run.open(4001, packets: 3, written: (15_400, 15_500), lastByte: 133_402, end: 133_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        run.up(4001, at: 22_400, sequence: 101, acknowledging: 1 + 2 * 960)
        run.down(4001, 2, arrival: 27_402, fate: .queueFull)
        run.down(4001, 2, arrival: 127_402)
        #expect(run.rows()[.unexplained] == nil)
        #expect(run.rows()[.recovery] == 100_000)
    }

    @Test func `failed tries and their back-off count as retry, not as waiting for a connection`() {
        var run = LedgerRun()
        run.open(4001, packets: 2, written: (15_400, 15_400), lastByte: 22_400, end: 22_500)
        run.down(4001, 0, arrival: 15_400)
        run.down(4001, 1, arrival: 15_400, service: 16_400)
        let plain = run.rows()
        // The same, a second later: the first try was already at 100.
        var again = LedgerRun()
        again.open(4001, packets: 2, written: (15_400, 15_400), lastByte: 22_400, end: 22_500)
        again.record.timing[0].at = LedgerRun.at(-999_900)
        again.record.timing.append(TimingEvent(at: LedgerRun.at(100), transfer: 0, kind: .queued))
        again.record.transfers[0].start = LedgerRun.at(-1_000_000)
        again.record.linkLog = run.record.linkLog
        #expect(again.rows() == plain.merging([.retry: 1_000_000]) { $0 + $1 })
        // Without an exchange, only the phases remain, and they are those of the last try.
        again.record.transfers[0].exchange = nil
        again.record.originLog = []
        again.record.transfers[0].source = .none
        let rows = again.rows()
        #expect(rows[.retry] == 1_000_000 && rows[.connect] == 10_100)
    }

    /// Two streams on one connection: the second is requested while the first arrives, waits behind it for
    /// its first byte, and then takes turns with it.
    @Test func `a stream waits for others on its connection before its first byte and between its own`() {
        var run = LedgerRun()
        run.open(4001, packets: 5, written: (15_400, 15_400), lastByte: 28_400, end: 28_500)
        run.open(4001, packets: 3, written: (19_400, 19_400), lastByte: 28_400, end: 28_500)
        run.record.linkLog.removeLast(3)
        run.up(4001, at: 10_300, sequence: 101, payload: 100)
        for place in 0..<8 { run.down(4001, place, arrival: 15_400 + Int64(place) * 1000) }
        for place in 0..<2 { run.record.transfers[place].exchange?.stream = 2 * place + 1 }
        run.record.transfers[1].start = LedgerRun.at(10_250)
        run.record.transfers[1].exchange?.isNewConnection = false
        run.record.transfers[1].exchange?.connectStart = nil
        run.record.transfers[1].exchange?.connectEnd = nil
        run.record.transfers[1].exchange?.order = 1
        run.record.timing[1].at = LedgerRun.at(10_260)
        run.record.originLog[1].order = 1
        let rows = run.rows(1)
        #expect(rows[.request] == 5000)
        #expect(rows[.payload] == 2 * 960)
        // Four packets before its own first, and a share of those that came with it.
        #expect(rows[.sharing] ?? 0 >= 4000 && rows[.sharing] ?? 0 < 6000)
        #expect(rows[.server] ?? 0 <= 100)
        #expect(run.ledger(1).total == run.record.transfers[1].end - run.record.transfers[1].start)
        #expect(run.ledger(0).total == 28_500_000)
    }

    /// Four packets, a closed window, and two more.
    private func held(_ holds: [OriginHold]) -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 6, written: (15_400, 60_000), lastByte: 67_000, end: 67_100)
        for place in 0..<4 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        run.up(4001, at: 25_000, sequence: 101, acknowledging: 1 + 4 * 960)
        for place in 4..<6 {
            run.down(4001, place, arrival: 60_000, service: 60_000 + Int64(place - 4) * 1000)
        }
        run.record.transfers[0].exchange?.stream = 1
        run.record.originLog[0].stream = 1
        run.record.originLog[0].responseReady = LedgerRun.at(15_400)
        run.record.originLog[0].places = [0..<6 * 960]
        run.record.originLog[0].holds = holds
        return run
    }

    private func hold(_ start: Int64, _ end: Int64, isOfConnection: Bool = false) -> OriginHold {
        OriginHold(
            start: LedgerRun.at(start),
            end: LedgerRun.at(end),
            isOfConnection: isOfConnection,
            window: isOfConnection ? 1 << 20 : 65_535
        )
    }

    @Test func `time held by HTTP/2 flow control is receiver time, split by stream and connection window`() {
        #expect(held([]).ledger().flowControl == nil && held([]).rows()[.receiver] == nil)
        let stream = held([hold(15_400, 59_900)])
        #expect(stream.rows()[.receiver] == 59_900 - 19_400)
        #expect(
            stream.ledger().flowControl
                == .init(stream: 40_500_000, streamWindow: 65_535, connection: 0, connectionWindow: 0)
        )
        let both = held([hold(15_400, 30_000), hold(30_000, 59_900, isOfConnection: true)])
        #expect(
            both.ledger().flowControl
                == .init(
                    stream: 10_600_000,
                    streamWindow: 65_535,
                    connection: 29_900_000,
                    connectionWindow: 1 << 20
                )
        )
        for run in [stream, both] {
            let wrong = [LedgerCause.server, .window, .unexplained].reduce(0) { $0 + (run.rows()[$1] ?? 0) }
            #expect(wrong == 200, "\(run.rows())")
        }
        // The kernel had the next packet in hand: the congestion window kept it.
        #expect(held([hold(15_400, 99_000)]).ledger().flowControl == nil)
    }

    @Test func `without the link log only the client's timestamps count`() {
        var run = plain()
        run.record.linkLogOmitted = 1
        let ledger = run.ledger()
        #expect(ledger.isEstimated && ledger.total == 24_500_000)
        #expect(run.rows()[.connect] == 10_100 && run.rows()[.payload] == nil)
        #expect(run.rows()[.unexplained] == 24_450 - 10_300)
    }

    @Test func `a hit is cache time`() {
        var run = LedgerRun()
        run.record.transfers.append(
            TransferRecord(
                id: 0,
                step: "warm",
                file: "a.jpg",
                url: "",
                source: .disk,
                tier: .disk,
                status: 200,
                start: .zero,
                end: LedgerRun.at(400),
                bodyBytes: 10,
                phases: TransferPhases(cache: 300_000, decode: 60_000)
            )
        )
        #expect(run.rows() == [.cache: 300, .decode: 60, .delivery: 40])
    }

    @Test func `a broken transfer consists of its phases and what the line carried`() {
        var run = plain()
        run.record.transfers[0].exchange = nil
        run.record.transfers[0].source = .none
        run.record.transfers[0].phases = TransferPhases(cache: 100_000, blocked: 100_000, connect: 10_100_000)
        run.record.transfers[0].end = LedgerRun.at(500_000)
        run.record.linkLog.removeLast()
        let rows = run.rows()
        #expect(rows[.connect] == 10_100 && rows[.payload] == 2 * 960)
        #expect(run.ledger().total == 500_000_000)
    }

    @Test func `rows add up for any log contents`() {
        var random = Draws(seed: 7)
        for _ in 0..<300 {
            var run = plain()
            run.open(4002, packets: 3, written: (15_400, 15_400), lastByte: 30_000, end: 31_000)
            for place in run.record.linkLog.indices {
                func some() -> Int64 { Int64(random.next() % 40_000) }
                let arrival = LedgerRun.at(some())
                run.record.linkLog[place].arrival = arrival
                run.record.linkLog[place].decision.serviceStart = LedgerRun.at(some())
                run.record.linkLog[place].decision.serviceEnd = LedgerRun.at(some())
                run.record.linkLog[place].decision.due = LedgerRun.at(some())
                run.record.linkLog[place].departure = random.next() % 4 == 0 ? nil : LedgerRun.at(some())
                if random.next() % 5 == 0 { run.record.linkLog[place].decision.fate = .queueFull }
                run.record.linkLog[place].segment?.sequence = UInt32(truncatingIfNeeded: random.next() % 4000)
                run.record.linkLog[place].segment?.window = UInt32(truncatingIfNeeded: random.next() % 4000)
            }
            run.record.originLog[0].responseFirstByte = LedgerRun.at(Int64(random.next() % 40_000))
            for place in run.record.transfers.indices {
                let transfer = run.record.transfers[place]
                let ledger = run.ledger(place)
                #expect(ledger.total == transfer.end - transfer.start)
                #expect(LedgerCause.allCases.allSatisfy { (ledger[$0] ?? 0) >= 0 })
            }
        }
    }
}
