import Inspection
import Runs
import Testing
import Wire

@testable import Analysis

@Suite struct CaptureRecoveryTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000

    private static func at(_ ms: Int64) -> Int64 { epoch + ms * Self.ms }

    private func endpoint(_ port: UInt16) -> Endpoint {
        Endpoint(address: .v4(0x0A00_0001), port: port)
    }

    /// A SYN at 0, an answer at 20 ms, the request at 21 ms, 70 ms of thinking, then 100 kB from 111 ms to 211 ms.
    private func inspection() -> CaptureInspection {
        var exchange = CaptureExchange(stream: 0, order: 0, client: endpoint(5000), server: endpoint(80))
        exchange.url = "http://example.com/images/a.jpg?size=2"
        exchange.status = 200
        exchange.handshake = Handshake(syn: Self.at(0), synAck: Self.at(20), ack: Self.at(20))
        (exchange.requestSent, exchange.firstByte, exchange.lastByte) = (
            Self.at(21), Self.at(111), Self.at(211)
        )
        (exchange.bodyBytes, exchange.wireDownBytes) = (100_000, 104_000)
        exchange.isComplete = true
        var flow = CaptureFlow(
            stream: 0,
            client: endpoint(5000),
            server: endpoint(80),
            isClientGuessed: false,
            firstStamp: Self.at(0),
            lastStamp: Self.at(211)
        )
        flow.handshake = exchange.handshake
        return CaptureInspection(exchanges: [exchange], flows: [flow], firstStamp: Self.at(0))
    }

    private func ledger(_ inspection: CaptureInspection) throws -> TransferLedger {
        let result = try #require(CaptureRecovery(inspection, name: "a.pcapng").result)
        let transfer = try #require(result.transfers.first)
        let ledger = try #require(transfer.ledger)
        #expect(ledger.total == transfer.duration && ledger.isEstimated)
        return ledger
    }

    @Test
    func `packets show round trips, server time and the way back; the rest is unknown or unexplained`()
        throws
    {
        let ledger = try ledger(inspection())
        #expect(ledger[.connect] == 20 * Self.ms)
        #expect(ledger[.request] == 10 * Self.ms && ledger[.propagation] == 10 * Self.ms)
        #expect(ledger[.server] == 70 * Self.ms)
        // The client let its connection wait, and the response's rate is unknown.
        #expect(ledger[.blocked] == Self.ms && ledger[.unexplained] == 100 * Self.ms)
        for cause in [LedgerCause.cache, .sharing, .window, .recovery, .emulation, .dns] {
            #expect(ledger[cause] == nil)
        }
    }

    @Test func `payload time follows from the fastest rate seen`() throws {
        let exchange = try #require(inspection().exchanges.first)
        let flow = try #require(inspection().flows.first)
        let told = try #require(CaptureLedger(exchange, flow, secured: nil, line: SeenLine(rate: 2_000_000)))
            .rows
        #expect(told[.payload] == 50 * Self.ms && told[.overhead] == 2 * Self.ms)
        #expect(told[.unexplained] == 48 * Self.ms && told[.blocked] == Self.ms)
        let slow = try #require(CaptureLedger(exchange, flow, secured: nil, line: SeenLine(rate: 1000))).rows
        #expect(slow[.payload] == 100 * Self.ms && slow[.overhead] == 0)
        #expect(slow.total == 211 * Self.ms)
    }

    @Test func `attributes idle time to the client only on a new connection`() throws {
        var ahead = inspection()
        ahead.exchanges[0].requestSent = Self.at(91)
        let recovery = try #require(CaptureRecovery(ahead, name: "a.pcapng").result)
        let transfer = try #require(recovery.transfers.first)
        #expect(transfer.ledger?[.blocked] == 71 * Self.ms)
        #expect(TransferExplanation(transfer, of: recovery).isOfCapture)
        ahead.exchanges[0].order = 1
        #expect(try ledger(ahead)[.blocked] == nil)
    }

    // MARK: Proxies

    @Test func `a proxy's tunnel set-up time is the proxy's, not the client's`() throws {
        var socks = inspection()
        socks.exchanges[0].requestSent = Self.at(91)
        socks.flows[0].tunnel = "example.com:80"
        socks.flows[0].content = .socks
        let told = try ledger(socks)
        #expect(told[.proxy] == 71 * Self.ms && told[.blocked] == 0 && told[.connect] == 20 * Self.ms)
    }

    @Test func `a CONNECT is no transfer: the tunnelled exchange starts with the connection, then TLS`()
        throws
    {
        var proxied = inspection()
        var opening = proxied.exchanges[0]
        (opening.method, opening.url, opening.bodyBytes) = ("CONNECT", nil, 0)
        (opening.requestSent, opening.firstByte, opening.lastByte) = (Self.at(21), Self.at(41), Self.at(41))
        var inner = proxied.exchanges[0]
        (inner.method, inner.order, inner.handshake, inner.requestSent) = ("GET", 1, nil, Self.at(91))
        proxied.exchanges = InspectedList([opening, inner])
        proxied.flows[0].tunnel = "example.com:443"
        proxied.flows[0].content = .http1
        var handshake = CaptureHandshake(
            stream: 0,
            client: endpoint(5000),
            server: endpoint(80),
            start: Self.at(51)
        )
        handshake.end = Self.at(81)
        proxied.handshakes.append(handshake)
        let recovery = CaptureRecovery(proxied, name: "a.pcapng")
        #expect(recovery.missing.isEmpty)
        let transfers = try #require(recovery.result).transfers
        #expect(transfers.count == 1 && transfers[0].duration == 211 * Self.ms)
        let told = try #require(transfers[0].ledger)
        #expect(told[.connect] == 20 * Self.ms && told[.proxy] == 31 * Self.ms && told[.tls] == 30 * Self.ms)
        // The client's own pause after the handshake.
        #expect(told[.blocked] == 10 * Self.ms)
    }

    @Test func `a proxy's own requests to servers are not counted as transfers`() throws {
        var both = inspection()
        both.exchanges[0].method = "GET"
        both.exchanges[0].target = both.exchanges[0].url
        var servers = both.exchanges[0]
        (servers.connection, servers.server, servers.target) = (
            .tcp(1), endpoint(8080), "/images/a.jpg?size=2"
        )
        servers.requestSent = Self.at(31)
        both.exchanges.append(servers)
        var later = servers
        (later.connection, later.requestSent) = (.tcp(2), Self.at(400))
        (later.firstByte, later.lastByte) = (Self.at(420), Self.at(430))
        both.exchanges.append(later)
        let recovery = CaptureRecovery(both, name: "a.pcapng")
        #expect(recovery.missing == [.serversHalves(1)])
        // A program beside the proxy may ask for the same at another time.
        #expect(recovery.result?.transfers.map(\.connection) == [1, 3])
    }

    @Test func `reports a capture of only one direction`() throws {
        var half = inspection()
        half.flows[0].down.packets = 90
        half.flows[0].down.streamBytes = 100_000
        #expect(CaptureRecovery(half, name: "a.pcapng").missing == [.oneDirection(connections: 1)])
        half.flows[0].up.packets = 50
        #expect(CaptureRecovery(half, name: "a.pcapng").missing.isEmpty)
        // Nobody answered.
        half.flows[0].up.packets = 3
        (half.flows[0].down.packets, half.flows[0].down.streamBytes) = (0, 0)
        #expect(CaptureRecovery(half, name: "a.pcapng").missing.isEmpty)
    }

    @Test(arguments: [
        (["http://a.test/login.php?x=1", "http://a.test/login.php?x=2"], ["login.php", "login.php"]),
        (
            ["http://a.test/login.php", "http://www.a.test/login.php"],
            ["a.test/login.php", "www.a.test/login.php"]
        ),
        (
            ["http://a.test/i/x.png", "http://b.test/x.png", "/y.png"],
            ["a.test/…/x.png", "b.test/x.png", "y.png"]
        ),
        (["http://a.test/i/x.png", "http://a.test/j/x.png"], ["i/x.png", "j/x.png"]),
        (
            ["http://a.test/i/x.png", "http://a.test/j/x.png", "http://b.test/i/x.png"],
            ["a.test/i/x.png", "j/x.png", "b.test/…/x.png"]
        ),
        (
            ["http://a.test/", "http://b.test/", "http://a.test"],
            ["http://a.test/", "http://b.test/", "http://a.test"]
        ),
    ])
    func `different files of the same name are distinguished`(_ urls: [String], _ names: [String]) throws {
        var several = inspection()
        let first = several.exchanges[0]
        several.exchanges = InspectedList(
            urls.map { url in
                var exchange = first
                exchange.url = url
                return exchange
            }
        )
        #expect(CaptureRecovery(several, name: "a.pcapng").result?.transfers.map(\.file) == names)
    }

    // MARK: Rows

    @Test func `detects a closed window, a TLS handshake and retransmitted bytes`() throws {
        var exchange = try #require(inspection().exchanges.first)
        var flow = try #require(inspection().flows.first)
        exchange.requestSent = Self.at(41)
        exchange.retransmittedBytes = 2000
        flow.up.sender.zeroWindowTime = 30 * Self.ms
        let line = SeenLine(rate: 2_000_000)
        let rows = try #require(CaptureLedger(exchange, flow, secured: Self.at(41), line: line)).rows
        #expect(rows[.tls] == 21 * Self.ms && rows[.receiver] == 30 * Self.ms)
        #expect(rows[.retransmit] == Self.ms && rows[.server] == 50 * Self.ms)
    }

    @Test func `over TLS the server's time ends with the first packet of the response's record`() throws {
        var exchange = try #require(inspection().exchanges.first)
        let flow = try #require(inspection().flows.first)
        exchange.requestSent = Self.at(41)
        let line = SeenLine(rate: 2_000_000)
        func server(_ began: Int64?, secured: Int64? = Self.at(41)) throws -> Nanoseconds? {
            exchange.recordBegan = began
            return try #require(CaptureLedger(exchange, flow, secured: secured, line: line)).rows[.server]
        }
        #expect(try server(nil) == 50 * Self.ms)
        #expect(try server(Self.at(71)) == 10 * Self.ms)
        // It may be a round trip that was shorter than the handshake's.
        #expect(try server(Self.at(55)) == 0)
        #expect(try server(Self.at(140)) == 50 * Self.ms)
    }

    @Test func `only the longest silence during a response is kept`() {
        var silent = inspection()
        func silence(_ start: Int64, _ end: Int64) -> CaptureSilence {
            CaptureSilence(start: Self.at(start), end: Self.at(end), isRepaired: false)
        }
        // Before the answer, and behind it: the server's own time, and nobody's.
        silent.flows[0].silences = [
            silence(30, 111), silence(120, 140), silence(150, 190), silence(200, 300),
        ]
        let recovery = CaptureRecovery(silent, name: "a.pcapng")
        #expect(recovery.silences == [0: silence(150, 190)])
    }

    @Test func `counts incomplete exchanges, and explains no capture without a complete one`() {
        var some = inspection()
        some.exchanges.append(some.exchanges[0])
        some.exchanges[1].lastByte = nil
        let recovery = CaptureRecovery(some, name: "a.pcapng")
        #expect(recovery.result?.transfers.map(\.file) == ["a.jpg"])
        #expect(recovery.missing == [.partialExchanges(1)])
        some.exchanges[0].isComplete = false
        #expect(CaptureRecovery(some, name: "").missing.first == .cutResponses(1))
        some.exchanges.removeFirst()
        #expect(CaptureRecovery(some, name: "a.pcapng").result == nil)
        #expect(CaptureRecovery(CaptureInspection(), name: "").result == nil)
    }

    @Test func `rejects implausible timestamps`() {
        for (sent, last) in [(Int64.min, Int64.max), (-5, 10), (0, .max), (10, 5)] {
            var wild = inspection()
            wild.exchanges[0].handshake = nil
            (wild.exchanges[0].requestSent, wild.exchanges[0].firstByte) = (sent, sent)
            wild.exchanges[0].lastByte = last
            #expect(CaptureRecovery(wild, name: "").result == nil)
        }
    }
}
