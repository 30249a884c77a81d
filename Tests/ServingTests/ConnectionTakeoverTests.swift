import HTTP
import LinuxIO
import TestSupport
import Testing

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct ConnectionTakeoverTests {
    private let fromClient = BodyStream(capacity: 1000)
    private let toClient = BodyStream(capacity: 1000)

    private var tunnel: EchoResponder {
        .answering(.stream()) { [fromClient, toClient] request in
            guard request.head.method == "CONNECT" else { return .now(.text(200, request.head.target)) }
            return .now(
                ServedResponse(
                    head: HTTPResponseHead(status: 200),
                    takeover: .tunnel(fromClient: request.stream ?? fromClient, toClient: toClient)
                )
            )
        }
    }

    private static let connect = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n"

    private func read(_ client: LoopbackClient, _ text: String) throws {
        var received = ""
        while received.utf8.count < text.utf8.count {
            let bytes = try client.receive(atMost: text.utf8.count - received.utf8.count)
            if bytes.isEmpty { break }
            received += String(decoding: bytes, as: UTF8.self)
        }
        #expect(received == text)
    }

    private func take(_ stream: BodyStream) -> BodyStream.Piece {
        var piece = BodyStream.Piece.nothing
        _ = Waiting.until {
            piece = stream.take(atMost: 1000)
            return piece != .nothing
        }
        return piece
    }

    /// Whether the end was known with these bytes depends on how they arrived.
    private func text(_ piece: BodyStream.Piece) -> String? {
        if case .bytes(let bytes, _) = piece { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    @Test func `a tunnel passes bytes unchanged, and each direction ends separately`() throws {
        let exchanges = try ServerBench.serving(tunnel) { server in
            let client = try LoopbackClient(port: server.port)
            // The first bytes may arrive with the request.
            try client.send(Self.connect + "early")
            try read(client, "HTTP/1.1 200 OK\r\n\r\n")
            #expect(text(take(fromClient)) == "early")
            toClient.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
            try read(client, "GET / HTTP/1.1\r\n\r\n")
            toClient.end()
            #expect(try client.receiveToEnd() == [])
            // Bytes at the very end of a connection are not lost.
            try client.send("late")
            client.finishSending()
            #expect(text(take(fromClient)) == "late")
            #expect(take(fromClient) == .end(trailers: HTTPFields()))
        }
        #expect(exchanges.map(\.headerBytes) == [19])
        #expect(exchanges.map(\.bodyBytes) == [18])
        #expect(exchanges.first?.request?.target == "a.test:443")
    }

    @Test func `a half-closed client does not end the tunnel`() throws {
        try ServerBench.serving(tunnel) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.connect)
            try read(client, "HTTP/1.1 200 OK\r\n\r\n")
            client.finishSending()
            #expect(take(fromClient) == .end(trailers: HTTPFields()))
            toClient.write(Array("answer".utf8))
            toClient.end()
            #expect(try client.receiveToEnd() == Array("answer".utf8))
        }
    }

    @Test func `an aborted direction ends the connection`() throws {
        try ServerBench.serving(tunnel) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.connect)
            try read(client, "HTTP/1.1 200 OK\r\n\r\n")
            toClient.breakOff()
            #expect(throws: LoopbackClient.Failure.self) { try client.receiveToEnd() }
            #expect(take(fromClient) == .brokenOff)
        }
        let (from, to) = (BodyStream(), BodyStream())
        let other = EchoResponder.answering { _ in
            .now(
                ServedResponse(
                    head: HTTPResponseHead(
                        status: 101,
                        fields: ["Upgrade": "echo", "Connection": "Upgrade"]
                    ),
                    takeover: .tunnel(fromClient: from, toClient: to)
                )
            )
        }
        try ServerBench.serving(other) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send("GET / HTTP/1.1\r\nHost: o\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n")
            try read(
                client,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n"
            )
            client.reset()
            #expect(Waiting.until { to.isAbandoned })
            #expect(take(from) == .brokenOff)
        }
    }

    @Test func `a refused tunnel leaves the connection to HTTP`() throws {
        let responder = EchoResponder.answering { request in
            .now(.text(request.head.method == "CONNECT" ? 403 : 200, request.head.target))
        }
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.connect)
            #expect(try client.response(to: "CONNECT")?.head.status == 403)
            try client.send("GET /a HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try client.response()?.text == "/a")
        }
    }

    @Test func `bulk data passes in both directions at once in bounded memory`() throws {
        try ServerBench.serving(tunnel) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.connect)
            try read(client, "HTTP/1.1 200 OK\r\n\r\n")
            let size = 5_000_000
            // Echoes the client's bytes.
            let echo = try WorkerThread(name: "test-echo") { [fromClient, toClient] in
                while true {
                    switch fromClient.take(atMost: 10_000) {
                    case .bytes(let bytes, _):
                        while !toClient.hasRoom { Readiness.wait(for: [], milliseconds: 1) }
                        toClient.write(bytes)
                    case .end: return toClient.end()
                    case .brokenOff: return toClient.breakOff()
                    case .nothing: Readiness.wait(for: [], milliseconds: 1)
                    }
                }
            }
            let sent = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
            var received: [UInt8] = []
            for start in stride(from: 0, to: size, by: 100_000) {
                try client.send(Array(sent[start...].prefix(100_000)))
                while client.isReadable(milliseconds: 0) { received += try client.receive() }
            }
            client.finishSending()
            received += try client.receiveToEnd()
            #expect(received == sent)
            echo.join()
        }
    }

    @Test func `a client may start TLS in a CONNECT tunnel and send requests within it`() throws {
        let identity = try TestIdentity()
        let responder = EchoResponder.answering { request in
            guard request.head.method == "CONNECT" else {
                return .now(
                    .text(
                        200,
                        "\(request.tunnel?.target ?? "-") \(request.head.target) \(request.isEncrypted)"
                    )
                )
            }
            return .now(
                ServedResponse(head: HTTPResponseHead(status: 200), takeover: .encryption(identity.server))
            )
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let plain = try LoopbackClient(port: server.port)
            try plain.send(Self.connect)
            try read(plain, "HTTP/1.1 200 OK\r\n\r\n")
            let client = try EncryptedClient(over: plain, identity.client)
            for target in ["/a", "/b"] {
                try client.send("GET \(target) HTTP/1.1\r\nHost: a.test\r\n\r\n")
                #expect(try client.response()?.text == "a.test:443 \(target) true")
            }
        }
        #expect(exchanges.map { $0.request?.method } == ["CONNECT", "GET", "GET"])
        #expect(exchanges.map(\.status) == [200, 200, 200])
    }

    @Test func `bytes other than a handshake are reported as a failed handshake`() throws {
        let identity = try TestIdentity()
        let responder = EchoResponder.answering { _ in
            .now(ServedResponse(head: HTTPResponseHead(status: 200), takeover: .encryption(identity.server)))
        }
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.connect + "this is no handshake at all")
            try read(client, "HTTP/1.1 200 OK\r\n\r\n")
            _ = try? client.receiveToEnd()
            #expect(Waiting.until { responder.failed.count == 1 })
        }
    }

    @Test func `an HTTP/2 stream can be a tunnel`() throws {
        try ServerBench.serving(tunnel) { server in
            let connection = try FrameConnection(port: server.port)
            let fields: [(String, String)] = [(":method", "CONNECT"), (":authority", "a.test:443")]
            try connection.send(
                .request(fields, on: 1, endsStream: false),
                .get("/3", on: 3),
                .data(Array("hello".utf8), on: 1, endsStream: false)
            )
            try connection.receive(3)
            toClient.write(Array("to you".utf8))
            try connection.receive { $0.text(1) == "to you" }
            toClient.end()
            try connection.send(.data([], on: 1, endsStream: true))
            try connection.receive(1)
            #expect(try connection.statuses(1) == ["200"])
        }
    }

    /// A responder may supply its own stream for the client's bytes, instead of the request's.
    @Test func `a tunnel with its own stream on HTTP/2 replenishes the window`() throws {
        let responder = EchoResponder.answering(.stream()) { [fromClient, toClient] _ in
            .now(
                ServedResponse(
                    head: HTTPResponseHead(status: 200),
                    takeover: .tunnel(fromClient: fromClient, toClient: toClient)
                )
            )
        }
        try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            let fields: [(String, String)] = [(":method", "CONNECT"), (":authority", "a.test:443")]
            try connection.send(.request(fields, on: 1, endsStream: false))
            try connection.receive { $0.frames.contains { $0.kind == HTTP2Frame.Kind.headers } }
            let piece = [UInt8](repeating: 7, count: 10_000)
            var taken = 0
            // More than two windows of HTTP/2, which arrive only if consumed bytes are given back (all but
            // half a window).
            for round in 1...5 {
                for _ in 0..<3 { try connection.send(.data(piece, on: 1, endsStream: false)) }
                while taken < round * 30_000 {
                    guard case .bytes(let bytes, _) = take(fromClient) else { break }
                    taken += bytes.count
                }
                #expect(taken == round * 30_000)
                try connection.receive { $0.windowGiven(on: 1) >= round * 30_000 - 33_000 }
            }
        }
    }
}

extension FrameConnection {
    /// Bytes that the server returned to a stream's window.
    fileprivate func windowGiven(on stream: Int32) -> Int {
        frames.filter { $0.kind == HTTP2Frame.Kind.windowUpdate && $0.stream == stream }
            .reduce(0) { sum, frame in
                sum + Int(frame.payload.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
            }
    }
}
