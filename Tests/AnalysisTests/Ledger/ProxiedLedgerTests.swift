import Analysis
import LinkModel
import Logs
import Runs
import Testing
import Wire

/// Ledgers of transfers through a proxy: the line's packets are the proxy's.
@Suite struct ProxiedLedgerTests {
    private static let clientPort: UInt16 = 40_001

    /// `LedgerBuilderTests.plain`, whose exchange is the proxy's: the client turned to it at 150, and had the last byte
    /// at 24,480, after the proxy had handed it on at 24,470.
    private func plain() throws -> LedgerRun {
        var run = LedgerRun()
        run.open(4001, packets: 4, written: (15_400, 15_400), lastByte: 24_450, end: 24_500, storing: 10)
        for place in 0..<4 { run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000) }
        try proxy(&run)
        return run
    }

    private func proxy(_ run: inout LedgerRun) throws {
        let own = try #require(run.record.transfers[0].exchange)
        var upstream = UpstreamExchange(localPort: own.localPort, order: 0, isKeptAlive: false)
        (upstream.connectStart, upstream.connectEnd) = (own.connectStart, own.connectEnd)
        (upstream.requestFirstByte, upstream.requestLastByte) = (own.requestFirstByte, own.requestFirstByte)
        (upstream.responseFirstByte, upstream.responseLastByte) = (
            own.responseFirstByte, own.responseLastByte
        )
        (upstream.status, upstream.bodyBytes, upstream.headerBytes) = (200, own.bodyBytes, own.headerBytes)
        run.record.proxyLog = [
            ProxyLogEntry(
                clientPort: Self.clientPort,
                method: "GET",
                url: run.record.transfers[0].url,
                status: 200,
                arrived: LedgerRun.at(185),
                answered: own.responseFirstByte,
                passedOn: LedgerRun.at(24_470),
                upstream: upstream
            )
        ]
        var client = own
        client.localPort = Self.clientPort
        (client.connectStart, client.connectEnd) = (LedgerRun.at(150), LedgerRun.at(170))
        (client.requestFirstByte, client.responseLastByte) = (LedgerRun.at(180), LedgerRun.at(24_480))
        run.record.transfers[0].exchange = client
        run.record.transfers[0].phases = TransferPhases(cache: 110_000, blocked: 50_000, connect: 20_000)
    }

    @Test func `the line's causes are the proxy's, and the hop to the proxy has its own cause`() throws {
        let run = try plain()
        #expect(
            run.rows() == [
                .cache: 110, .blocked: 50, .proxy: 50 + 70, .connect: 10_100, .request: 5000, .server: 100,
                .payload: 3 * 960, .overhead: 1000 + 3 * 40, .propagation: 5000, .delivery: 20,
            ]
        )
        #expect(run.ledger().total == 24_500_000)
    }

    @Test func `decoding is not proxy time, even when the proxy finishes later`() throws {
        var run = try plain()
        run.record.transfers[0].phases.decode = 40_000
        let rows = run.rows()
        #expect(rows[.proxy] == 50 + 50 && rows[.decode] == 40 && rows[.delivery] == nil)
    }

    @Test func `a connection kept alive by the proxy has no connect time`() throws {
        var run = try plain()
        run.record.proxyLog[0].upstream?.isKeptAlive = true
        run.record.proxyLog[0].upstream?.connectStart = nil
        run.record.proxyLog[0].upstream?.connectEnd = nil
        let rows = run.rows()
        #expect(rows[.connect] == nil && rows[.blocked] == 50)
        // Until the request reached the line.
        #expect(rows[.proxy] == 10_150 + 70)
    }

    @Test func `a port shared by the proxy's client side and server side is not confused`() throws {
        var run = try plain()
        run.record.proxyLog[0].clientPort = 4001
        run.record.transfers[0].exchange?.localPort = 4001
        #expect(try run.rows() == plain().rows())
    }

    @Test func `an unanswered transfer is explained as far as its proxy got`() throws {
        var run = try plain()
        run.record.transfers[0].exchange = nil
        run.record.transfers[0].source = .none
        run.record.transfers[0].end = LedgerRun.at(1_000_000)
        run.record.transfers[0].phases = TransferPhases(cache: 110_000, blocked: 50_000, connect: 20_000)
        run.record.proxyLog[0].passedOn = nil
        run.record.proxyLog[0].upstream?.responseFirstByte = nil
        run.record.proxyLog[0].upstream?.responseLastByte = nil
        run.record.originLog[0].responseFirstByte = nil
        run.record.originLog[0].responseLastByte = nil
        run.record.linkLog.removeAll { $0.packet.direction == .down && $0.bytes == LedgerRun.size }
        let rows = run.rows()
        #expect((rows[.blocked], rows[.proxy], rows[.connect]) == (50, 50, 10_100))
        #expect(rows[.request] == 5000 && (rows[.server] ?? 0) > 980_000, "\(rows)")
    }

    @Test func `a response by the proxy itself is proxy time`() throws {
        var run = try plain()
        run.record.proxyLog[0].upstream = nil
        run.record.originLog = []
        run.record.linkLog = []
        let rows = run.rows()
        #expect(rows[.connect] == nil && rows[.request] == nil)
        #expect((rows[.proxy] ?? 0) > 24_000, "\(rows)")
    }
}
