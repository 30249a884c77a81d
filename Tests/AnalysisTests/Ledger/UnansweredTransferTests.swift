import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

/// Ledgers of transfers that failed, or were redirected first.
@Suite struct UnansweredTransferTests {
    /// A head and three packets of body, as fast as the line carries them.
    private func plain() -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 4, written: (15_400, 15_400), lastByte: 24_450, end: 24_500, storing: 30)
        for place in 0..<4 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        return run
    }

    /// A second transfer, after `plain()`: called at 50,000, on the line from 50,100, cancelled at 1,050,000.
    private func silent(_ phases: TransferPhases, source: ImageSource) -> LedgerRun {
        var run = plain()
        run.record.timing.append(TimingEvent(at: LedgerRun.at(50_050), transfer: 1, kind: .queued))
        run.record.transfers.append(
            TransferRecord(
                id: 1,
                step: "offline",
                file: "1.jpg",
                url: "http://origin.netlab.test/1.jpg",
                source: source,
                start: LedgerRun.at(50_000),
                end: LedgerRun.at(1_050_000),
                bodyBytes: 0,
                phases: phases
            )
        )
        return run
    }

    /// The origin's entry for `silent()`: received at 55,100 and answered at once, or not at all.
    private func entry(status: Int, headerBytes: Int = 0, bodyBytes: Int = 0, answered: Int64? = nil)
        -> OriginLogEntry
    {
        OriginLogEntry(
            clientPort: 4001,
            order: 1,
            method: "GET",
            target: "/1.jpg",
            status: status,
            headerBytes: headerBytes,
            bodyBytes: bodyBytes,
            accepted: LedgerRun.at(5200),
            requestFirstByte: LedgerRun.at(55_100),
            requestLastByte: LedgerRun.at(55_100),
            responseFirstByte: answered.map(LedgerRun.at),
            responseLastByte: answered.map(LedgerRun.at)
        )
    }

    /// The client notes the request as sent at 50,120, when the line has it. In the end a cache supplied the
    /// image, or nothing did.
    @Test(arguments: [ImageSource.disk, .none])
    func `a request that never reached the origin counts as recovery`(_ source: ImageSource) {
        let phases = TransferPhases(cache: 50_000, blocked: 70_000, wait: 999_880_000)
        var run = silent(phases, source: source)
        // Without its packets the request counts as travelling all the time: the origin never received it.
        #expect(run.rows(1) == [.cache: 50, .blocked: 70, .request: 999_880])
        for moment: Int64 in [50_100, 250_100, 650_100] {
            run.up(4001, at: moment, sequence: 101, payload: 100, fate: .lost)
        }
        #expect(run.rows(1) == [.cache: 50, .blocked: 50, .recovery: 999_900])
        #expect(run.rows(0) == plain().rows(0))
        // The kernel retransmits after the client has cancelled, which does not help the transfer.
        run.up(4001, at: 1_450_100, sequence: 101, payload: 100)
        #expect(run.rows(1) == [.cache: 50, .blocked: 50, .recovery: 999_900])
        run.record.linkLog.removeLast()
        // Time after the origin received the request is the origin's.
        run.record.linkLog.removeLast(3)
        run.up(4001, at: 50_100, sequence: 101, payload: 100)
        run.record.originLog.append(entry(status: 0))
        #expect(run.rows(1) == [.cache: 50, .blocked: 50, .request: 5000, .server: 994_900])
    }

    /// For a cancelled caller the client notes only the time, and counts all of it as the cache's.
    private func givenUp(_ events: [(at: Int64, kind: TimingEvent.Kind)]) -> LedgerRun {
        var run = silent(TransferPhases(cache: 1_000_000_000), source: .none)
        run.record.timing += ([(50_000, .start), (1_050_000, .failed)] + events).map {
            TimingEvent(at: LedgerRun.at($0.at), transfer: 1, kind: $0.kind)
        }
        return run
    }

    @Test func `a caller that gave up waiting for another's transfer was blocked`() {
        var run = givenUp([])
        #expect(run.rows(1) == [.cache: 50, .blocked: 999_950])
        // For a connection that was never opened, the wait for another caller's transfer cannot be told
        // apart.
        run.up(4002, at: 50_150, sequence: 0, flags: .syn, fate: .outage)
        #expect(run.rows(1) == [.cache: 50, .unexplained: 999_950])
    }

    /// Its request is in the origin's log, and the response is another caller's.
    @Test
    func
        `a caller that gave up mid-transfer has its rows up to then, and the caller that joined has the response`()
    {
        var run = givenUp([(50_120, .requestSent), (61_000, .firstByte)])
        run.up(4001, at: 50_100, sequence: 101, payload: 100)
        for place in 4..<7 { run.down(4001, place, arrival: 55_200, service: 51_200 + Int64(place) * 1000) }
        run.record.originLog.append(
            entry(
                status: 200,
                headerBytes: LedgerRun.payload,
                bodyBytes: 2 * LedgerRun.payload,
                answered: 55_200
            )
        )
        run.record.transfers[1].end = LedgerRun.at(62_000)
        run.record.timing.removeAll { $0.kind == .failed }
        run.record.timing.append(TimingEvent(at: LedgerRun.at(62_000), transfer: 1, kind: .failed))
        var other = run.record.transfers[0]
        (other.id, other.start, other.end) = (2, LedgerRun.at(50_200), LedgerRun.at(63_300))
        other.url = run.record.transfers[1].url
        other.phases = TransferPhases()
        other.exchange?.order = 1
        other.exchange?.connectStart = nil
        other.exchange?.connectEnd = nil
        other.exchange?.requestFirstByte = LedgerRun.at(50_120)
        other.exchange?.responseFirstByte = LedgerRun.at(61_200)
        other.exchange?.responseLastByte = LedgerRun.at(63_200)
        run.record.transfers.append(other)
        #expect(run.rows(1)[.cache] == 50 && run.rows(1)[.request] == 5000 && run.rows(1)[.server] == 100)
        #expect(run.rows(1)[.payload] ?? 0 > 0 && run.rows(1).values.reduce(0, +) == 12_000)
        #expect(run.rows(2)[.request] == 4900 && run.rows(2)[.server] == 100)
        #expect(run.rows(2)[.payload] == 2 * 960)
    }

    @Test func `a connection that never opened counts as recovery where the log shows the loss`() {
        var run = silent(TransferPhases(cache: 50_000, blocked: 50_000, connect: 999_900_000), source: .none)
        #expect(run.rows(1) == [.cache: 50, .blocked: 50, .connect: 999_900])
        run.up(4002, at: 50_150, sequence: 0, flags: .syn, fate: .outage)
        #expect(run.rows(1) == [.cache: 50, .blocked: 50, .connect: 50, .recovery: 999_850])
    }

    /// 1.jpg redirects to 2.jpg, which the line lost: a wait of 60,000, then a failed one of 900,000.
    @Test func `a redirect's time counts once, and so does the failure after it`() {
        let phases = TransferPhases(cache: 50_000, blocked: 100_000, wait: 911_900_000)
        var run = silent(phases, source: .none)
        run.record.timing.append(TimingEvent(at: LedgerRun.at(62_100), transfer: 1, kind: .queued))
        run.record.transfers[1].redirects = [
            RedirectHop(
                url: "http://origin.netlab.test/1.jpg",
                status: 302,
                location: "http://origin.netlab.test/2.jpg",
                request: LedgerRun.at(50_100),
                firstByte: LedgerRun.at(62_000),
                lastByte: LedgerRun.at(62_000),
                clientPort: 4001
            )
        ]
        run.up(4001, at: 50_100, sequence: 101, payload: 100)
        run.down(4001, 4, arrival: 56_000)
        run.up(4001, at: 62_150, sequence: 201, payload: 100, fate: .lost)
        run.record.originLog.append(entry(status: 302, headerBytes: LedgerRun.payload, answered: 56_000))
        let rows = run.rows(1)
        #expect(
            rows == [
                .cache: 50, .blocked: 50 + 50, .request: 5000, .server: 900, .overhead: 1000,
                .propagation: 5000, .delivery: 100, .recovery: 987_850,
            ]
        )
        #expect(rows.values.reduce(0, +) == 1_000_000)
    }

    /// 1.jpg's host is looked up from 50,100 on, connected to from 51,100 and has agreed on keys by 71,400; it redirects to
    /// 2.jpg on the same connection, whose request the line loses.
    @Test func `a redirect's lookup, connect and TLS time is its own`() {
        let phases = TransferPhases(
            cache: 50_000,
            blocked: 100_000,
            dns: 1_000_000,
            connect: 11_000_000,
            tls: 9_300_000,
            wait: 978_000_000
        )
        var run = silent(phases, source: .none)
        run.record.timing.append(TimingEvent(at: LedgerRun.at(83_100), transfer: 1, kind: .queued))
        run.record.transfers[1].redirects = [
            RedirectHop(
                url: "http://origin.netlab.test/1.jpg",
                status: 302,
                location: "http://origin.netlab.test/2.jpg",
                request: LedgerRun.at(71_400),
                firstByte: LedgerRun.at(83_000),
                lastByte: LedgerRun.at(83_000),
                clientPort: 4002
            )
        ]
        run.up(4002, at: 51_100, sequence: 0, flags: .syn)
        run.down(4002, 0, arrival: 56_100)
        let answer = run.record.linkLog.count - 1
        run.record.linkLog[answer].segment?.flags = [.syn, .ack]
        run.record.linkLog[answer].segment?.sequence = 0
        run.record.linkLog[answer].segment?.payload = 0
        run.up(4002, at: 62_200, payload: 100)
        run.up(4002, at: 71_350, sequence: 101, payload: 50)
        run.up(4002, at: 71_400, sequence: 151, payload: 100)
        run.down(4002, 0, arrival: 77_000)
        run.up(4002, at: 83_150, sequence: 251, payload: 100, fate: .lost)
        var entry = entry(status: 302, headerBytes: LedgerRun.payload, answered: 77_000)
        (entry.clientPort, entry.order) = (4002, 0)
        entry.requestFirstByte = LedgerRun.at(76_400)
        entry.requestLastByte = LedgerRun.at(76_400)
        run.record.originLog.append(entry)
        let rows = run.rows(1)
        // The answer to the SYN took a millisecond of the line, and was there at 62,100.
        #expect(rows[.dns] == 1000 && rows[.connect] == 11_000 && rows[.tls] == 9300, "\(rows)")
        #expect(rows[.cache] == 50 && rows[.blocked] == 50 + 50 && rows[.request] == 5000)
        #expect(rows.values.reduce(0, +) == 1_000_000)
    }
}
