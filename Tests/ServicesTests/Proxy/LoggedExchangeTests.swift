import Archives
import Forwarding
import HTTP
import JSON
import LinuxIO
import Proxy
import Serving
import Testing
import Wire

@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct LoggedExchangeTests {
    private static func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }

    private static func logged(
        _ target: String = "/a",
        isReused: Bool = false,
        front: FrontLineEffect? = nil,
        _ change: (inout ProxyExchange) -> Void = { _ in }
    ) -> LoggedExchange {
        var client = ServedExchange(
            client: SocketAddress(address: 0x7F00_0001, port: 7),
            order: 0,
            request: HTTPRequestHead(method: "GET", target: target),
            status: 200,
            bodyBytes: 1_152_812,
            accepted: at(0),
            requestFirstByte: at(1),
            requestLastByte: at(2)
        )
        client.responseLastByte = at(101)
        var server = UpstreamFacts(to: Destination(host: "a.test", port: 443, isEncrypted: true))
        var connection = ConnectionTimes(connectBegan: at(5))
        (connection.lookupBegan, connection.lookupEnded) = (at(2), at(5))
        (connection.connectEnded, connection.handshakeEnded) = (at(10), at(20))
        connection.handshakeBegan = connection.connectEnded
        server.connection = connection
        server.isReused = isReused
        (server.sentFirst, server.sentLast) = (at(20), at(20))
        (server.receivedFirst, server.receivedLast) = (at(60), at(100))
        server.responseBodyBytes = 1_152_812
        var exchange = ProxyExchange(number: 3, client: client, server: server)
        change(&exchange)
        return LoggedExchange(
            exchange: exchange,
            client: client.client,
            wall: 1_700_000_000_000_000_000,
            ended: at(101),
            front: front
        )
    }

    private static func line(_ logged: LoggedExchange) throws -> JSONValue {
        var writer = JSONWriter()
        logged.write(to: &writer)
        return try JSONValue(parsing: writer.bytes)
    }

    @Test func `a text line names each phase that took time`() {
        #expect(
            Self.logged().text
                == "22:13:20.000  200  GET  https://a.test/a  1,152,812 B  0.100 s"
                + "  (name 3.0 ms, connect 5.0 ms, TLS 10.0 ms, wait 40.0 ms, response 40.0 ms)"
        )
        #expect(Self.logged(isReused: true).text?.contains("(wait 40.0 ms") == true)
    }

    @Test func `time held at breakpoints is a separate phase`() throws {
        let logged = Self.logged(isReused: true) { exchange in
            exchange.held = 12_000_000_000
            exchange.rules = [AppliedRule(number: nil, action: "breakpoint edited request")]
        }
        let text = try #require(logged.text)
        #expect(text.contains("(wait 40.0 ms, response 40.0 ms, held 12"), "\(text)")
        #expect(text.hasSuffix("(breakpoint edited request)"))
        var writer = JSONWriter()
        logged.write(to: &writer)
        let line = try JSONValue(parsing: writer.bytes)
        #expect(line["heldNs"]?.int64 == 12_000_000_000 && line["latencyNs"]?.int64 == 40_000_000)
        #expect(line["notHeld"]?.text == nil)
        let entry = try #require(logged.archived)
        // All of it within the exchange.
        #expect(entry.timings.total == entry.duration && entry.timings.wait == 40_000_000)
        #expect(entry.details?["heldNs"]?.int64 == 12_000_000_000)
        let missed = Self.logged { $0.missed = .tooMany }
        #expect(missed.text?.hasSuffix("(not held: too many messages are already held)") == true)
    }

    @Test func `reports WebSocket and event-stream messages`() throws {
        let webSocket = MessageTraffic(
            .webSocket,
            sent: MessageCount(messages: 2, bytes: 10),
            received: MessageCount(messages: 1, bytes: 5)
        )
        let logged = Self.logged { $0.server?.messages = webSocket }
        #expect(
            logged.text?.hasSuffix("  (WebSocket: 2 messages (10 B) up, 1 message (5 B) down)") == true,
            "\(logged.text ?? "")"
        )
        var row = JSONWriter()
        logged.writeRow(to: &row)
        let documents = [
            try Self.line(logged), try JSONValue(parsing: row.bytes), try #require(logged.archived?.details),
        ]
        for document in documents {
            #expect(document["messages"]?.text == "websocket")
            #expect(document["messagesSent"]?.int == 2 && document["messageBytesSent"]?.int == 10)
            #expect(document["messagesReceived"]?.int == 1 && document["messageBytesReceived"]?.int == 5)
        }
        let events = MessageTraffic(.events, received: MessageCount(messages: 3, bytes: 60))
        #expect(Self.logged { $0.server?.messages = events }.text?.hasSuffix("  (3 events)") == true)
        #expect(try Self.line(Self.logged())["messages"] == .null)
    }

    @Test func `an exchange ended by its client has a duration`() throws {
        let logged = Self.logged(isReused: true) { exchange in
            exchange.client.responseLastByte = nil
            exchange.server?.receivedLast = nil
        }
        #expect(logged.duration == 100_000_000 && !logged.isWhole)
        #expect(logged.text?.contains("  0.100 s, cut short  (wait 40.0 ms)") == true, "\(logged.text ?? "")")
        let line = try Self.line(logged)
        #expect(line["durationNs"]?.int64 == 100_000_000 && line["isWhole"]?.flag == false)
        let entry = try #require(logged.archived)
        #expect(entry.duration == 100_000_000 && entry.timings.total == 100_000_000)
        // From the response's first byte to the client's end.
        #expect(entry.timings.receive == 41_000_000)
    }

    @Test func `the client-side line is a phase, and the duration is the client's`() throws {
        let front = FrontLineEffect(up: 500_000_000, received: Self.at(2101))
        let logged = Self.logged(isReused: true, front: front)
        #expect(logged.duration == 2_600_000_000)
        #expect(logged.text?.contains("  2.600 s  (wait 40.0 ms, response 40.0 ms, line 2.500 s)") == true)
        let line = try Self.line(logged)
        #expect(line["lineNs"]?.int64 == 2_500_000_000 && line["durationNs"]?.int64 == 2_600_000_000)
        #expect(line["clientFirstByteNs"]?.int64 == -499_000_000)
        #expect(line["clientLastByteNs"]?.int64 == 2_101_000_000)
        let entry = try #require(logged.archived)
        #expect(entry.timings.total == 2_600_000_000 && entry.details?["lineNs"]?.int64 == 2_500_000_000)
        #expect(entry.timings.receive == 2_041_000_000 && entry.timings.blocked == 519_000_000)
        var left = Self.logged(isReused: true, front: FrontLineEffect(up: 500_000_000, received: nil))
        #expect(!left.isWhole && left.duration == 600_000_000)
        left = Self.logged(isReused: true)
        #expect(try Self.line(left)["lineNs"] == .null)
    }

    @Test(arguments: [true, false], [nil, 5_000_000, 60_000_000, 500_000_000] as [Nanoseconds?])
    func `phases in the archive add up to the duration`(_ isReused: Bool, _ held: Nanoseconds?) throws {
        let changes: [(inout ProxyExchange) -> Void] = [
            { _ in },
            // The answer came before all of the request was sent.
            { $0.server?.sentLast = Self.at(90) },
            // The connection was made before, for its tunnel.
            { $0.client.requestFirstByte = Self.at(15) },
            { exchange in
                exchange.server?.sentFirst = nil
                exchange.server?.sentLast = nil
                exchange.server?.receivedFirst = nil
                exchange.server?.receivedLast = nil
                exchange.client.responseFirstByte = Self.at(100)
            },
            { exchange in
                exchange.server = nil
                exchange.client.responseFirstByte = Self.at(3)
            },
        ]
        for change in changes {
            let logged = Self.logged(isReused: isReused) { exchange in
                exchange.held = held
                change(&exchange)
            }
            let timings = try #require(logged.archived).timings
            #expect(timings.total == logged.duration)
            let all = [
                timings.blocked, timings.lookup, timings.connect, timings.secure, timings.send, timings.wait,
                timings.receive,
            ]
            #expect(all.allSatisfy { $0 ?? 0 >= 0 }, "\(timings)")
        }
    }

    @Test func `a response by the proxy itself has its header in the archive and its size in the list`()
        throws
    {
        let logged = Self.logged { exchange in
            exchange.client.status = 502
            exchange.client.bodyBytes = 80
            exchange.server?.responseBodyBytes = 0
            exchange.answered = HTTPResponseHead(
                status: 502,
                fields: [
                    "Content-Type": "text/plain; charset=utf-8", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                ]
            )
        }
        let response = try #require(logged.archived).response
        #expect(response.fields.map(\.name) == ["Content-Type", "Date"])
        #expect(response.mediaType == "text/plain; charset=utf-8" && response.bodyBytes == 80)
        var row = JSONWriter()
        logged.writeRow(to: &row)
        let told = try JSONValue(parsing: row.bytes)
        #expect(told["responseBodyBytes"] == nil && told["sentBodyBytes"]?.int == 80)
    }

    @Test func `reports grammar violations in a server's header`() throws {
        let logged = Self.logged { $0.server?.oddities = [.manyFields, .bareLineFeed] }
        #expect(
            logged.text?.hasSuffix("  (lines of its head end in LF alone)  (its head has over 256 fields)")
                == true
        )
        #expect(
            try Self.line(logged)["oddities"] == .array([.string("bareLineFeed"), .string("manyFields")])
        )
    }

    @Test(arguments: [true, false])
    func `a page row is a subset of the JSON line, without unknown values`(isReused: Bool) throws {
        let logged = Self.logged(isReused: isReused)
        var (line, row) = (JSONWriter(), JSONWriter())
        logged.write(to: &line)
        logged.writeRow(to: &row)
        let whole = try JSONValue(parsing: line.bytes)
        guard case .object(let members) = try JSONValue(parsing: row.bytes) else {
            Issue.record("a row is an object")
            return
        }
        for member in members { #expect(whole[member.key] == member.value, "\(member.key)") }
        #expect(!members.contains { $0.value == .null })
        // What the list shows and its filter asks.
        let keys = Set(members.map(\.key))
        #expect(
            keys.isSuperset(of: [
                "number", "kind", "method", "url", "client", "status", "durationNs", "latencyNs",
            ])
        )
        #expect(keys.contains("connectNs") == !isReused)
        #expect(row.bytes.count * 2 < line.bytes.count)
    }

    @Test func `a request target is escaped within its line`() {
        #expect(Self.logged("/\u{1B}[2J\n").text?.contains("/\\x1b[2J\\xa") == true)
    }

    @Test func `the log names the applied rules and keeps the requested URL`() throws {
        let logged = Self.logged { exchange in
            exchange.rules = [AppliedRule(number: 2, action: "mapRemote")]
            exchange.asked = Destination(host: "b.test", port: 443, isEncrypted: true)
        }
        #expect(logged.text?.contains("GET  https://b.test/a  ") == true)
        #expect(logged.text?.hasSuffix("  (rule 2: mapRemote)") == true)
        var writer = JSONWriter()
        logged.write(to: &writer)
        let value = try JSONValue(parsing: writer.bytes)
        #expect(value["rules"] == .array([.string("rule 2: mapRemote")]))
    }

    @Test(
        arguments: [
            (.hit(remaining: 9), "(cache hit)", "hit"),
            (.revalidated(.stale), "(revalidated)", "revalidated"),
            (.passed(.uriMiss, isStored: true), "(stored)", "stored"),
            (.passed(.method, isStored: false), "response 40.0 ms)", nil),
        ] as [(CacheStatus, String, String?)]
    )
    func `the log shows the cache status`(_ status: CacheStatus, _ told: String, _ word: String?) throws {
        let logged = Self.logged { $0.cache = status }
        #expect(logged.text?.hasSuffix(told) == true)
        var writer = JSONWriter()
        logged.write(to: &writer)
        #expect(try JSONValue(parsing: writer.bytes)["cache"] == (word.map { .string($0) } ?? .null))
    }

    @Test func `a JSON line is valid and has every figure`() throws {
        var writer = JSONWriter()
        Self.logged().write(to: &writer)
        let value = try JSONValue(parsing: writer.bytes)
        #expect(value["url"]?.text == "https://a.test/a")
        #expect(value["tlsNs"]?.int == 10_000_000 && value["latencyNs"]?.int == 40_000_000)
        #expect(value["keptAlive"]?.flag == false && value["failure"] == .null)
        #expect(value["responseBitsPerSecond"]?.int == 230_562_400)
    }
}
