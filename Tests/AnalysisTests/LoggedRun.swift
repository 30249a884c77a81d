import Analysis
import Fixtures
import LinkModel
import Logs
import Runs
import Scenarios
import Wire

/// A run whose ledgers need all logs. The transfers in order: one that
/// opens its connection, one redirected to the same file, one that waits because its first try was answered
/// with 503, and one whose connection broke in the middle of its body. All are fetched in turn over one line
/// that takes a microsecond for a byte (see `LedgerRun`).
struct LoggedRun {
    private static let port: UInt16 = 4001
    private static let brokenPort: UInt16 = 4002

    private(set) var run = LedgerRun()

    init() {
        run.open(
            Self.port,
            packets: 3,
            written: (15_400, 15_500),
            lastByte: 23_400,
            end: 23_500
        )
        run.record.originLog[0].target = "/0.jpg"
        for place in 0..<3 { run.down(Self.port, place, arrival: 15_400 + Int64(place) * 1000) }
        // The delivery's time is already there.
        note(0, [(0, .start), (10_300, .connected), (10_300, .requestSent), (21_400, .firstByte)])
        note(0, [(23_400, .lastByte)], bytes: 2 * LedgerRun.payload)
        note(0, [(23_500, .done)])
        addLedOn()
        addRetried()
        addBroken()
        run.record.steps = [StepRecord(name: "cold", start: .zero, end: LedgerRun.at(390_000))]
    }

    /// The same through a proxy, of whose connections the line's log and the origin's tell: all but the last transfer,
    /// whose proxy has no entry.
    mutating func goThroughProxy() {
        for place in run.record.transfers.indices {
            guard let own = run.record.transfers[place].exchange else { continue }
            var upstream = UpstreamExchange(
                localPort: own.localPort,
                order: own.order,
                isKeptAlive: !own.isNewConnection
            )
            (upstream.connectStart, upstream.connectEnd) = (own.connectStart, own.connectEnd)
            (upstream.requestFirstByte, upstream.requestLastByte) = (
                own.requestFirstByte, own.requestFirstByte
            )
            upstream.responseFirstByte = own.responseFirstByte
            upstream.responseLastByte = own.responseLastByte
            (upstream.status, upstream.httpVersion) = (own.status, own.httpVersion)
            (upstream.headerBytes, upstream.bodyBytes) = (own.headerBytes, own.bodyBytes)
            run.record.proxyLog.append(
                ProxyLogEntry(
                    clientPort: 9000,
                    method: "GET",
                    url: run.record.transfers[place].url,
                    status: own.status,
                    arrived: own.requestFirstByte,
                    passedOn: own.responseLastByte,
                    upstream: upstream
                )
            )
            run.record.transfers[place].exchange?.localPort = 9000
        }
    }

    var scenario: Scenario {
        let names = ["0.jpg", "1.jpg", "2.jpg", "3.jpg"]
        return Scenario(
            name: "ledger",
            seed: 1,
            link: LinkSettings(parameters: run.record.link.parameters),
            origin: OriginSettings(files: names.map { OriginFile(name: $0, image: .jpeg, size: 1920) }),
            client: ClientSettings(),
            steps: [.fetch(FetchStep(name: "cold", entries: names.map { FetchStep.Entry(file: $0) }))]
        )
    }

    // MARK: Transfers

    /// 1.jpg redirects to 0.jpg, over the open connection.
    private mutating func addLedOn() {
        note(1, [(30_000, .start), (30_050, .queued), (30_100, .requestSent)])
        ask(30_100, order: 1, "/1.jpg", status: 302, from: 36_000, packets: 3..<4)
        note(1, [(42_000, .firstByte), (42_000, .lastByte), (42_100, .queued), (42_200, .requestSent)])
        ask(42_200, order: 2, "/0.jpg", status: 200, from: 50_000, packets: 4..<7)
        note(1, [(56_000, .firstByte)])
        note(1, [(58_000, .lastByte)], bytes: 2 * LedgerRun.payload)
        note(1, [(58_100, .done)])
        var transfer = answered(1, order: 2, from: 30_000, request: 42_200, first: 56_000, last: 58_000)
        transfer.redirects = [
            RedirectHop(
                url: "http://origin.netlab.test/1.jpg",
                status: 302,
                location: "http://origin.netlab.test/0.jpg",
                request: LedgerRun.at(30_100),
                firstByte: LedgerRun.at(42_000),
                lastByte: LedgerRun.at(42_000),
                clientPort: Self.port
            )
        ]
        run.record.transfers.append(transfer)
    }

    /// 2.jpg is requested again 200 ms after it was refused.
    private mutating func addRetried() {
        note(2, [(100_000, .start), (100_050, .queued), (100_100, .requestSent)])
        ask(100_100, order: 3, "/2.jpg", status: 503, from: 106_000, packets: 7..<8)
        note(2, [(112_000, .firstByte), (112_000, .lastByte), (312_100, .queued), (312_200, .requestSent)])
        ask(312_200, order: 4, "/2.jpg", status: 200, from: 318_000, packets: 8..<11)
        note(2, [(324_000, .firstByte)])
        note(2, [(326_000, .lastByte)], bytes: 2 * LedgerRun.payload)
        note(2, [(326_100, .done)])
        run.record.transfers.append(
            answered(2, order: 4, from: 100_000, request: 312_200, first: 324_000, last: 326_000)
        )
    }

    /// 3.jpg opens its own connection, which ends after the first two packets.
    private mutating func addBroken() {
        let port = Self.brokenPort
        run.up(port, at: 340_200, sequence: 0, flags: .syn)
        run.up(port, at: 350_300, payload: 100)
        log(port, 350_300, order: 0, "/3.jpg", status: 200, from: 356_000, packets: 3)
        for place in 0..<2 { run.down(port, place, arrival: 356_000 + Int64(place) * 1000) }
        note(3, [(340_000, .start), (340_100, .queued), (350_300, .connected), (350_300, .requestSent)])
        note(3, [(362_000, .firstByte)])
        note(3, [(363_000, .progress)], bytes: LedgerRun.payload)
        note(3, [(390_000, .failed)])
        run.record.transfers.append(
            TransferRecord(
                id: 3,
                step: "cold",
                file: "3.jpg",
                url: "http://origin.netlab.test/3.jpg",
                source: .none,
                error: "reset: the origin ended the connection",
                start: LedgerRun.at(340_000),
                end: LedgerRun.at(390_000),
                bodyBytes: 0,
                phases: TransferPhases(
                    cache: 100_000,
                    blocked: 100_000,
                    connect: 10_100_000,
                    wait: 11_700_000,
                    receive: 1_000_000
                )
            )
        )
    }

    private func answered(
        _ id: Int,
        order: Int,
        from start: Int64,
        request: Int64,
        first: Int64,
        last: Int64
    ) -> TransferRecord {
        TransferRecord(
            id: id,
            step: "cold",
            file: "\(id).jpg",
            url: "http://origin.netlab.test/\(id).jpg",
            source: .network,
            status: 200,
            start: LedgerRun.at(start),
            end: LedgerRun.at(last + 100),
            bodyBytes: 2 * LedgerRun.payload,
            phases: TransferPhases(cache: 50_000),
            exchange: ExchangeRecord(
                localPort: Self.port,
                order: order,
                isNewConnection: false,
                status: 200,
                httpVersion: "HTTP/1.1",
                requestBytes: 100,
                headerBytes: LedgerRun.payload,
                bodyBytes: 2 * LedgerRun.payload,
                requestFirstByte: LedgerRun.at(request),
                responseFirstByte: LedgerRun.at(first),
                responseLastByte: LedgerRun.at(last)
            )
        )
    }

    // MARK: Logs

    private mutating func note(
        _ transfer: Int,
        _ events: [(at: Int64, kind: TimingEvent.Kind)],
        bytes: Int? = nil
    ) {
        run.record.timing += events.map {
            TimingEvent(at: LedgerRun.at($0.at), transfer: transfer, kind: $0.kind, bytes: bytes)
        }
    }

    /// A request of 100 bytes, and its answer in packets from `written` on.
    private mutating func ask(
        _ moment: Int64,
        order: Int,
        _ target: String,
        status: Int,
        from written: Int64,
        packets: Range<Int>
    ) {
        run.up(Self.port, at: moment, sequence: UInt32(1 + order * 100), payload: 100)
        log(
            Self.port,
            moment,
            order: order,
            target,
            status: status,
            from: written,
            packets: packets.count
        )
        for (turn, place) in packets.enumerated() {
            run.down(Self.port, place, arrival: written + Int64(turn) * 1000)
        }
    }

    private mutating func log(
        _ port: UInt16,
        _ moment: Int64,
        order: Int,
        _ target: String,
        status: Int,
        from written: Int64,
        packets: Int
    ) {
        run.record.originLog.append(
            OriginLogEntry(
                clientPort: port,
                order: order,
                method: "GET",
                target: target,
                status: status,
                headerBytes: LedgerRun.payload,
                bodyBytes: (packets - 1) * LedgerRun.payload,
                accepted: LedgerRun.at(moment),
                requestFirstByte: LedgerRun.at(moment + 5000),
                requestLastByte: LedgerRun.at(moment + 5000),
                responseFirstByte: LedgerRun.at(written),
                responseLastByte: LedgerRun.at(written + 100)
            )
        )
    }
}
