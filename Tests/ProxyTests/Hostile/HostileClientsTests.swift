import Forwarding
import HTTP
import HTTP2
import LinuxIO
import Proxy
import Serving
import TestSupport
import Testing
import Wire

/// Clients that mean harm or have bad luck: what they say reaches no server as another request, and others are served
/// meanwhile.
@Suite(.timeLimit(.minutes(1)))
struct HostileClientsTests {
    private static let short: Nanoseconds = 150_000_000

    /// The proxy in the place of a server that keeps what it gets, for frames in the clear.
    private static func reverse(
        _ server: ScriptedServer,
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) throws -> ProxyBench {
        let destination = Destination(host: "127.0.0.1", port: server.port, isEncrypted: false)
        return try ProxyBench(change: { settings in
            settings.reverse = destination
            change(&settings)
        })
    }

    /// Answers every request on its connection.
    private static func answering() throws -> ScriptedServer {
        try ScriptedServer { peer, _ in
            while !peer.receiveHead().isEmpty { peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
        }
    }

    // MARK: HTTP/1

    @Test(arguments: ["", "G", "GET http://a.test/ HTTP/1.1\r\nX: ", "CONNECT a.test:443 HTTP/1.1\r\n"])
    func `100 slow request heads do not block others and time out`(_ start: String) throws {
        let bench = try ProxyBench(change: {
            $0.limits.head = Self.short
            $0.limits.idle = Self.short
        })
        let clients = try (0..<100).map { _ in try LoopbackClient(port: bench.proxy.address.port) }
        for client in clients { try client.send(start) }
        try bench.expectServed()
        for client in clients {
            let answer = String(decoding: (try? client.receiveToEnd()) ?? [], as: UTF8.self)
            #expect(start.isEmpty ? answer.isEmpty : answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
        }
        let ended = bench.exchanges(start.isEmpty ? 1 : 101)
        #expect(ended.count { $0.client.status == 408 } == (start.isEmpty ? 0 : 100))
    }

    @Test(arguments: [
        ("GET http://SERVER/\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        ("GET http://SERVER/ HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X: a\r\n", count: 300))\r\n", 431),
        ("GET http://SERVER/ HTTP/1.1\r\nX: \(String(repeating: "a", count: 70_000))\r\n\r\n", 431),
        (String(repeating: "\r\n", count: 50_000), 400),
    ])
    func `an oversized request head is not forwarded`(_ text: String, _ status: Int) throws {
        let server = try Self.answering()
        let bench = try ProxyBench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try? client.send(text.replacing("SERVER", with: "127.0.0.1:\(server.port)"))
        let answer = try? client.response()
        #expect(answer?.head.status == status)
        #expect(server.accepted == 0)
        try bench.expectServed()
    }

    @Test(arguments: [
        ("extensions without end", "1;abcdefgh\r\nx\r\n"), ("one extension without end", "1;abcdefgh"),
        ("a size without end", "0"),
        ("trailers without end", "0\r\n\(String(repeating: "X: a\r\n", count: 300))"),
        ("a wrong chunk", "1\r\nxyz\r\n"), ("a size in no number", "g\r\n"),
    ])
    func `an invalid chunked body is never completed at the server`(_ name: String, _ piece: String)
        throws
    {
        let server = try RawCollector()
        let bench = try ProxyBench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        let head = "POST \(server.url)/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"
        try client.send(head)
        #expect(Waiting.until { server.text.hasSuffix("1\r\na\r\n") })
        let more = String(repeating: piece, count: 30_000 / piece.utf8.count + 1)
        try? client.send(more)
        let answer = try? client.response()
        #expect(answer == nil || [400, 431].contains(answer?.head.status))
        #expect(Waiting.until { server.hasEnded })
        #expect(!server.text.contains("\r\n0\r\n"), "\(server.text.suffix(80))")
        #expect(bench.exchanges(1).first?.server?.sentLast == nil)
        try bench.expectServed()
    }

    @Test func `a stalled request body ends its request at the server`() throws {
        let server = try RawCollector()
        let bench = try ProxyBench(change: { $0.limits.idle = Self.short })
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("POST \(server.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
        try bench.expectServed()
        #expect(try client.response()?.head.status == 408)
        #expect(Waiting.until { server.hasEnded })
        #expect(server.text.hasSuffix("\r\n\r\nab"))
        let exchange = try bench.exchangeBesideServed()
        #expect(exchange.client.status == 408 && exchange.server?.sentLast == nil)
    }

    @Test(arguments: ["\u{5}", "\u{5}\u{1}", "\u{4}\u{1}\u{0}"])
    func `an incomplete SOCKS greeting times out`(_ start: String) throws {
        let bench = try ProxyBench(change: {
            $0.limits.head = Self.short
            $0.limits.idle = Self.short
        })
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(start)
        try bench.expectServed()
        _ = try? client.receiveToEnd()
    }

    @Test func `an incomplete handshake within a tunnel times out`() throws {
        let bench = try ProxyBench(change: {
            $0.intercepted = [HostPattern("*")].compactMap { $0 }
            $0.limits.handshake = Self.short
        })
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n")
        #expect(try client.response(to: "CONNECT")?.head.status == 200)
        try client.send("\u{16}\u{3}\u{1}")
        try bench.expectServed()
        _ = try? client.receiveToEnd()
    }

    // MARK: HTTP/2

    private static let kinds = HTTP2Frame.Kind.self

    /// Frames that end their connection, however many more follow.
    static let floods: [(String, [HTTP2Frame], Int)] = [
        ("pings", [.ping()], 3000), ("settings", [.settings([(4, 70_000)])], 3000),
        ("empty data", [.data([], on: 1, endsStream: false)], 3000),
        (
            "continuations",
            [HTTP2Frame(HTTP2Frame.Kind.continuation, stream: 3, HTTP2Frame.block([("a", "b")]))], 20
        ),
        ("a window that overflows", [.window(.max >> 1)], 2),
        ("data after the end", [.data([1], on: 1), .data([2], on: 1)], 1),
    ]

    @Test(arguments: floods)
    func `a flood of frames ends its connection`(_ name: String, _ frames: [HTTP2Frame], _ count: Int) throws
    {
        let server = try ScriptedServer { peer, _ in peer.receiveToEnd() }
        let bench = try Self.reverse(server)
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send(.get("/", on: 1, endsStream: false))
        if name == "continuations" {
            let block = HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/"))
            try client.send(HTTP2Frame(HTTP2Frame.Kind.headers, stream: 3, block))
        }
        try? client.send(Array(repeatElement(frames, count: count).joined()))
        try client.receiveToEnd()
        #expect(client.farewell.map { $0 != 0 } == true)
        try bench.expectServed()
    }

    @Test func `rapid resets end the connection and its requests at the server`() throws {
        let server = try ScriptedServer { peer, _ in peer.receiveToEnd() }
        let bench = try Self.reverse(server) {
            $0.limits.http2.resets = HTTP2Allowance(burst: 50, perSecond: 1)
        }
        let client = try FrameClient(port: bench.proxy.address.port)
        for stream in stride(from: Int32(1), to: 400, by: 2) {
            // The connection may be over.
            try? client.send(.get("/", on: stream), .reset(stream))
        }
        try client.receiveToEnd()
        #expect(client.farewell == 11)
        #expect(server.accepted <= 52)
        let ended = bench.exchanges(51)
        #expect(ended.allSatisfy { $0.client.status == 0 })
        try bench.expectServed()
    }

    /// A request with a field of 4,000 bytes, to which each further byte refers.
    private static func bomb(references: Int) -> HTTP2Frame {
        let large = HTTP2Frame.integer(4000, bits: 7) + [UInt8](repeating: 0x61, count: 4000)
        let block =
            HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/")) + [0x40, 1, 0x78] + large
            + [UInt8](repeating: 0xBE, count: references)
        return HTTP2Frame(HTTP2Frame.Kind.headers, flags: 5, stream: 1, block)
    }

    @Test func `a large header bomb ends its connection and other clients are served`() throws {
        let server = try Self.answering()
        let bench = try Self.reverse(server)
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send(Self.bomb(references: 12_000))
        try client.receiveToEnd()
        #expect(client.farewell == 11 && server.accepted == 0)
        try bench.expectServed()
    }

    @Test func `an oversized header list gets 431 and is not forwarded`() throws {
        let server = try Self.answering()
        let bench = try Self.reverse(server)
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send(Self.bomb(references: 50), .get("/", on: 3))
        try client.receive(1)
        try client.receive(3)
        #expect(try client.status(1) == "431" && client.text(3) == "ok")
        #expect(server.accepted == 1)
    }

    @Test func `a client with a closed window blocks only its own streams`() throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            while peer.send([UInt8](repeating: 1, count: 65_536)) {}
        }
        let bench = try Self.reverse(server) { $0.limits.idle = Self.short }
        let client = try FrameClient(port: bench.proxy.address.port, settings: [(4, 0)])
        try client.send((0..<20).map { .get("/", on: 2 * $0 + 1) })
        try bench.expectServed()
        // It takes nothing for too long.
        try client.receiveToEnd()
        #expect(client.frames.allSatisfy { $0.kind != HTTP2Frame.Kind.data })
        let exchanges = bench.exchanges(21).filter { $0.server?.destination.port == server.port }
        #expect(exchanges.count == 20 && exchanges.allSatisfy { $0.client.bodyBytes == 0 })
        #expect(exchanges.allSatisfy { ($0.server?.responseBodyBytes ?? .max) < 10_000_000 })
    }

    @Test func `a stalled upload does not block other streams of its connection`() throws {
        let server = try ScriptedServer { peer, number in
            if number == 0 { return peer.waitForEnd() }
            var received = 0
            while received < 3_000_000 { received += max(1, peer.receive().count) }
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            peer.receiveToEnd()
        }
        let bench = try Self.reverse(server) { $0.waits.answer = 20_000_000_000 }
        let client = try FrameClient(port: bench.proxy.address.port)
        let piece = [UInt8](repeating: 1, count: 16_000)
        func request(_ stream: Int32) -> HTTP2Frame {
            .request(HTTP2Frame.pseudo("POST", "/\(stream)"), on: stream, endsStream: false)
        }
        // As much as a stream's window takes, and the server none of it.
        try client.send(request(1))
        #expect(Waiting.until { server.accepted == 1 })
        try client.send([HTTP2Frame](repeating: .data(piece, on: 1, endsStream: false), count: 65))
        try client.send(request(3))
        var windows = 1 << 20
        for _ in 0..<190 {
            // Keeps to the stream's window.
            while windows < piece.count {
                let known = client.frames.count
                try client.receive { _ in client.frames.count > known }
                for frame in client.frames[known...]
                where frame.kind == HTTP2Frame.Kind.windowUpdate && frame.stream == 3 {
                    windows += Int(frame.code)
                }
                if client.hasEnded { break }
            }
            try client.send(.data(piece, on: 3, endsStream: false))
            windows -= piece.count
        }
        try client.send(.data([], on: 3))
        try client.receive(3)
        #expect(client.text(3) == "ok")
    }

    @Test func `many streams are served, and those beyond the limit refused`() throws {
        let server = try Self.answering()
        let bench = try Self.reverse(server)
        let client = try FrameClient(port: bench.proxy.address.port)
        let streams = (0..<300).map { Int32(2 * $0 + 1) }
        try client.send(streams.map { .get("/", on: $0) })
        for stream in streams { try client.receive(stream) }
        let answered = streams.filter { client.text($0) == "ok" }
        #expect(answered.count >= 100)
        #expect(streams.allSatisfy { client.text($0) == "ok" || client.isReset($0) || client.hasEnded })
        try bench.expectServed()
    }
}
