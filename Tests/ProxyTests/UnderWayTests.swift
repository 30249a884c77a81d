import Forwarding
import HTTP
import LinuxIO
import Proxy
import TestSupport
import Testing
import Wire

/// What is told of exchanges that have begun and not ended.
@Suite(.timeLimit(.minutes(1)))
struct UnderWayTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String { "\(kind) \(phase)" }
        let kind: ProxyExchange.Kind
        let phase: BegunExchange.Phase
        let request: String
        var body = 0
        let serve: @Sendable (ScriptedPeer) -> Void
    }

    private static func bench(_ change: (inout ProxySettings) -> Void = { _ in }) throws -> ProxyBench {
        try ProxyBench(change: { settings in
            settings.reportsUnderWay = true
            change(&settings)
        })
    }

    static let rows: [Row] = [
        Row(kind: .plain, phase: .waiting, request: "GET http://SERVER/a?b HTTP/1.1\r\nHost: x\r\n\r\n") {
            peer in
            peer.receiveHead()
            peer.waitForEnd()
        },
        Row(
            kind: .plain,
            phase: .sending,
            request: "POST http://SERVER/a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 30000000\r\n\r\n",
            body: 1000
        ) { peer in
            peer.receiveHead()
            peer.waitForEnd()
        },
        Row(kind: .plain, phase: .receiving, request: "GET http://SERVER/a?b HTTP/1.1\r\nHost: x\r\n\r\n") {
            peer in
            peer.receiveHead()
            peer.send("HTTP/1.1 203 Fine\r\nContent-Length: 10\r\n\r\nabc")
            peer.waitForEnd()
        },
        Row(kind: .tunnel, phase: .receiving, request: "CONNECT SERVER HTTP/1.1\r\nHost: x\r\n\r\n") { peer in
            peer.send("abc")
            peer.waitForEnd()
        },
    ]

    @Test(arguments: rows)
    func `a long exchange is reported with its progress until it ends`(_ row: Row) throws {
        let server = try ScriptedServer { peer, _ in row.serve(peer) }
        let bench = try Self.bench()
        let place = "127.0.0.1:\(server.port)"
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(row.request.replacing("SERVER", with: place))
        try client.send([UInt8](repeating: 1, count: row.body))
        #expect(Waiting.until { bench.observer.begun.count >= 3 })
        client.reset()
        let told = try #require(bench.observer.begun.dropFirst().first)
        let exchange = try #require(told.shown.first)
        #expect(told.count == 1 && told.shown.count == 1)
        #expect(exchange.number == 1 && exchange.kind == row.kind && exchange.phase == row.phase)
        #expect(exchange.url == (row.kind == .tunnel ? place : "http://\(place)/a?b"))
        let isReceiving = row.phase == .receiving
        #expect(exchange.responseBytes == (isReceiving ? 3 : 0) && exchange.requestBytes == row.body)
        #expect(exchange.status == (row.kind == .tunnel ? 200 : isReceiving ? 203 : nil))
        #expect(exchange.duration >= 500_000_000)
        // Its client has left.
        #expect(Waiting.until { bench.observer.begun.last?.count == 0 })
        let ages = bench.observer.begun.compactMap(\.shown.first?.duration)
        #expect(zip(ages, ages.dropFirst()).allSatisfy { $1 - $0 >= 250_000_000 })
        let last = bench.observer.begun.count
        #expect(!Waiting.until(seconds: 1) { bench.observer.begun.count > last })
    }

    @Test func `short exchanges are not reported as under way`() throws {
        let bench = try Self.bench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        for _ in 0..<300 {
            try client.send("GET \(bench.plain)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.response()
        }
        #expect(!Waiting.until(seconds: 1) { !bench.observer.begun.isEmpty })
    }

    @Test func `the newest 100 exchanges are shown and all are counted`() throws {
        let server = try ScriptedServer { peer, _ in peer.waitForEnd() }
        let bench = try Self.bench()
        let clients = try (0..<120).map { _ in try LoopbackClient(port: bench.proxy.address.port) }
        for client in clients { try client.send("GET \(server.url)/ HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(Waiting.until { bench.observer.begun.last?.count == 120 })
        let shown = try #require(bench.observer.begun.last?.shown)
        #expect(shown.map(\.number) == Array(21...120))
    }

    @Test func `nothing is reported unless enabled`() throws {
        let server = try ScriptedServer { peer, _ in peer.waitForEnd() }
        let bench = try ProxyBench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("GET \(server.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(!Waiting.until(seconds: 1) { !bench.observer.begun.isEmpty })
    }
}
