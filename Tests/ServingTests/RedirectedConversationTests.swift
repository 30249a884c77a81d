import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct RedirectedConversationTests {
    private static func serving(
        _ responder: EchoResponder,
        limits: ServingLimits = ServingLimits(),
        _ body: (LoopbackClient) throws -> Void
    ) throws -> [ServedExchange] {
        let server = try HTTPServer(
            listener: Listener(SocketAddress(host: .loopback4, port: 0), redirectedPort: 80),
            responder: responder,
            clock: RunClock(),
            limits: limits
        )
        try server.start()
        defer { server.stop() }
        try body(LoopbackClient(port: server.port))
        server.stop()
        return responder.ended
    }

    /// Lets requests in the clear follow a CONNECT, and answers those with what it knows of them.
    private static var requests: EchoResponder {
        .answering { request in
            guard request.head.method == "CONNECT" else {
                return .now(.text(200, "\(request.head.target) in \(request.tunnel?.target ?? "none")"))
            }
            return .now(ServedResponse(head: HTTPResponseHead(status: 200), takeover: .requests))
        }
    }

    @Test(arguments: [1, 7, 1_000])
    func `a request is within a CONNECT to the host that it names, in whatever pieces it comes`(
        _ size: Int
    ) throws {
        let request = Array(
            "GET /a HTTP/1.1\r\nAccept: */*\r\nhOST: a.test:8080\r\nConnection: close\r\n\r\n".utf8
        )
        let exchanges = try Self.serving(Self.requests) { client in
            for start in stride(from: 0, to: request.count, by: size) {
                try client.send(Array(request[start..<min(start + size, request.count)]))
            }
            let text = String(decoding: try client.receiveToEnd(), as: UTF8.self)
            // Nothing is said about the CONNECT, which the client has not made.
            #expect(text.hasPrefix("HTTP/1.1 200") && text.hasSuffix("/a in a.test:80"), "\(text)")
        }
        #expect(exchanges.map(\.request?.method) == ["CONNECT", "GET"])
    }

    @Test func `the name in a Client Hello is the server's`() throws {
        let hello = Self.hello(for: "b.test")
        let asked = try Self.serving(.answering { _ in .now(.text(403, "no")) }) { client in
            try client.send(hello)
            // A page would be no TLS.
            #expect((try? client.receiveToEnd()) == nil)
        }
        #expect(asked.map(\.request?.target) == ["b.test:80"] && asked.map(\.status) == [403])
    }

    @Test func `a tunnel's bytes begin with those that named its server`() throws {
        let (fromClient, toClient) = (BodyStream(capacity: 4_000), BodyStream(capacity: 1_000))
        let late = LateResponse()
        let hello = Self.hello(for: "b.test")
        _ = try Self.serving(.answering { _ in .late(late) }) { client in
            try client.send(hello)
            late.fulfil(
                ServedResponse(
                    head: HTTPResponseHead(status: 200),
                    takeover: .tunnel(fromClient: fromClient, toClient: toClient)
                )
            )
            var received: [UInt8] = []
            _ = Waiting.until {
                if case .bytes(let bytes, _) = fromClient.take(atMost: 4_000) { received += bytes }
                return received.count >= hello.count
            }
            #expect(received == hello)
            toClient.write([1, 2, 3])
            toClient.end()
            client.finishSending()
            #expect(try client.receiveToEnd() == [1, 2, 3])
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
        "\u{1}\u{2}\u{3}",
        "GET / HTTP/1.1\r\nHost: \r\n\r\n", "GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n",
    ])
    func `a client that names no server is cut off, and nobody is asked`(_ text: String) throws {
        let exchanges = try Self.serving(EchoResponder()) { client in
            try client.send(Array(text.utf8))
            _ = try? client.receiveToEnd()
        }
        #expect(exchanges.map(\.request) == [nil] && exchanges.map(\.status) == [400])
    }

    @Test func `a client that says nothing is cut off in time`() throws {
        var limits = ServingLimits()
        limits.idle = 50_000_000
        let exchanges = try Self.serving(EchoResponder(), limits: limits) { client in
            let received = try client.receiveToEnd()
            #expect(received.isEmpty)
        }
        #expect(exchanges.isEmpty)
    }

    /// A Client Hello that says only which server it is for.
    private static func hello(for name: String) -> [UInt8] {
        func sized(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * (width - 1 - $0))) } + bytes
        }
        let names = sized([0] + sized(Array(name.utf8), 2), 2)
        let extensions = sized([0, 0] + sized(names, 2), 2)
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + sized([0x13, 0x01], 2) + [1, 0] + extensions
        return [0x16, 3, 1] + sized([1] + sized(body, 3), 2)
    }
}
