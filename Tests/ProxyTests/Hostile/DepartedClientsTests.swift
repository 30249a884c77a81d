import Forwarding
import HTTP
import HTTP2
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing
import Wire

/// Clients that leave before their answer: what was held for them is let go, and does not keep others out.
@Suite(.timeLimit(.minutes(1)))
struct DepartedClientsTests {
    private static let short: Nanoseconds = 150_000_000

    /// A server that never answers, and notes which of its connections have ended. It gives up after 20 s.
    private final class SilentServer {
        private let ended: Ended
        let server: ScriptedServer

        private final class Ended: Sendable {
            let count = Mutex(0)
        }

        /// Without `reads` it takes nothing either.
        init(reads: Bool = true) throws {
            let ended = Ended()
            self.ended = ended
            server = try ScriptedServer { peer, _ in
                if reads { peer.receiveToEnd() } else { peer.waitForEnd() }
                ended.count.withLock { $0 += 1 }
            }
        }

        var port: UInt16 { server.port }
        var accepted: Int { server.accepted }

        /// Waits until that many connections have ended.
        func hasLost(_ count: Int) -> Bool { Waiting.until { ended.count.withLock { $0 } >= count } }
    }

    private static func reverse(
        _ server: SilentServer,
        isEncrypted: Bool = false,
        _ change: (inout ProxySettings) -> Void = { _ in }
    ) throws -> ProxyBench {
        let destination = Destination(host: "127.0.0.1", port: server.port, isEncrypted: isEncrypted)
        return try ProxyBench(change: { settings in
            settings.reverse = destination
            change(&settings)
        })
    }

    // MARK: Requests

    /// In the clear the server has the request; with TLS it does not even shake hands.
    @Test(arguments: [false, true])
    func `a reset HTTP/2 stream releases its server connection at once`(isEncrypted: Bool) throws {
        let server = try SilentServer()
        let bench = try Self.reverse(server, isEncrypted: isEncrypted)
        let client = try FrameClient(port: bench.proxy.address.port)
        let streams = (0..<40).map { Int32(2 * $0 + 1) }
        try client.send(streams.map { .get("/", on: $0) })
        #expect(Waiting.until { server.accepted == 40 })
        try client.send(streams.map { .reset($0) })
        #expect(server.hasLost(40))
        try bench.expectServed()
    }

    @Test func `a reset client connection releases its server connection at once`() throws {
        let server = try SilentServer()
        let bench = try Self.reverse(server)
        let clients = try (0..<20).map { _ in try LoopbackClient(port: bench.proxy.address.port) }
        for client in clients { try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(Waiting.until { server.accepted == 20 })
        for client in clients { client.reset() }
        #expect(server.hasLost(20))
    }

    @Test(arguments: [false, true])
    func `a half-closed client releases its server connection after a timeout`(isHTTP2: Bool) throws {
        let server = try SilentServer()
        let bench = try Self.reverse(server) { $0.limits.halfClosed = Self.short }
        let client = try LoopbackClient(port: bench.proxy.address.port)
        if isHTTP2 {
            let frames = HTTP2Frame.settings([]).serialised + HTTP2Frame.get("/", on: 1).serialised
            try client.send(HTTP2Frame.preface + frames)
        } else {
            try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        client.finishSending()
        #expect(server.hasLost(1))
        _ = try? client.receiveToEnd()
    }

    @Test func `a half-closed client still gets its response`() throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let bench = try ProxyBench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("GET \(server.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        #expect(try client.response()?.text == "ok")
    }

    @Test func `a reset upload releases a server that does not read`() throws {
        let server = try SilentServer(reads: false)
        let bench = try Self.reverse(server)
        let client = try LoopbackClient(port: bench.proxy.address.port, patience: 1)
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n")
        // Until the sockets on the way take no more.
        let piece = [UInt8](repeating: 1, count: 1 << 20)
        while (try? client.send(piece)) != nil {}
        #expect(server.accepted == 1)
        client.reset()
        #expect(server.hasLost(1))
    }

    // MARK: Tunnels

    /// A tunnel to the server.
    private func tunnel(_ bench: ProxyBench, to port: UInt16) throws -> LoopbackClient {
        let client = try LoopbackClient(port: bench.proxy.address.port)
        let name = "127.0.0.1:\(port)"
        try client.send("CONNECT \(name) HTTP/1.1\r\nHost: \(name)\r\n\r\n")
        #expect(try client.response(to: "CONNECT")?.head.status == 200)
        return client
    }

    @Test func `a reset tunnel is closed at its server at once`() throws {
        let server = try SilentServer(reads: false)
        let bench = try ProxyBench()
        let client = try tunnel(bench, to: server.port)
        try client.send("hello")
        client.reset()
        #expect(server.hasLost(1))
    }

    @Test(arguments: [1, 30])
    func `a half-closed tunnel times out`(_ count: Int) throws {
        let server = try ScriptedServer { peer, _ in peer.stay() }
        let bench = try ProxyBench(change: { $0.waits.halfClosed = Self.short })
        let clients = try (0..<count).map { _ in try tunnel(bench, to: server.port) }
        for client in clients { client.finishSending() }
        for client in clients { _ = try? client.receiveToEnd() }
        let failures = bench.exchanges(count).map(\.server?.failure)
        #expect(failures == [UpstreamFailure?](repeating: .slow(.tunnel), count: count))
    }

    @Test func `an idle tunnel times out`() throws {
        let server = try SilentServer()
        let bench = try ProxyBench(change: { $0.waits.tunnel = Self.short })
        let client = try tunnel(bench, to: server.port)
        _ = try? client.receiveToEnd()
        #expect(server.hasLost(1))
    }

    @Test func `a tunnel over an HTTP/2 stream ends with its stream`() throws {
        let server = try SilentServer()
        let bench = try ProxyBench()
        let client = try FrameClient(port: bench.proxy.address.port)
        let connect = [(":method", "CONNECT"), (":authority", "127.0.0.1:\(server.port)")]
        try client.send(.request(connect, on: 1, endsStream: false))
        try client.receive { $0.kind == HTTP2Frame.Kind.headers && $0.stream == 1 }
        try client.send(.reset(1))
        #expect(server.hasLost(1))
    }

    // MARK: Numbers

    @Test func `server connections do not count against the client limit`() throws {
        let server = try SilentServer()
        let bench = try Self.reverse(server) { $0.limits.connections = 3 }
        let client = try FrameClient(port: bench.proxy.address.port)
        try client.send((0..<20).map { .get("/", on: 2 * $0 + 1) })
        #expect(Waiting.until { server.accepted == 20 })
        try bench.expectServed()
    }

    @Test func `server connections are bounded`() throws {
        let server = try SilentServer()
        let bench = try Self.reverse(server) { $0.waits.connections = 4 }
        let client = try FrameClient(port: bench.proxy.address.port)
        let streams = (0..<6).map { Int32(2 * $0 + 1) }
        try client.send(streams.map { .get("/", on: $0) })
        try client.receive(9)
        try client.receive(11)
        #expect(try client.status(9) == "503")
        #expect(Waiting.until { server.accepted >= 4 } && server.accepted == 4)
        try client.send(streams.map { .reset($0) })
        #expect(server.hasLost(4))
    }

    @Test func `idle server connections are closed to make room for others`() throws {
        let bench = try ProxyBench(change: { $0.waits.connections = 3 })
        let servers = try (0..<6).map { _ in
            try ScriptedServer { peer, _ in
                while !peer.receiveHead().isEmpty {
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
        }
        for server in servers {
            let client = try LoopbackClient(port: bench.proxy.address.port)
            try client.send("GET \(server.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.response()?.text == "ok")
        }
    }
}
