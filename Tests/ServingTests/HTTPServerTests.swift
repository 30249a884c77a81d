import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(2))) struct HTTPServerTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"

    @discardableResult
    private func serving(
        _ responder: EchoResponder = EchoResponder(),
        limits: ServingLimits = ServingLimits(),
        sendBuffer: Int32? = nil,
        _ body: (HTTPServer) throws -> Void
    ) throws -> [ServedExchange] {
        try ServerBench.serving(responder, limits: limits, sendBuffer: sendBuffer, body)
    }

    @Test func `a connection is kept and numbers its requests`() throws {
        var port: UInt16 = 0
        let exchanges = try serving { server in
            let client = try LoopbackClient(port: server.port)
            port = client.localPort
            for number in 0..<3 {
                try client.send("GET /\(number) HTTP/1.1\r\nHost: o\r\n\r\n")
                #expect(try client.response()?.text == "/\(number)")
            }
        }
        #expect(exchanges.map(\.order) == [0, 1, 2])
        #expect(exchanges.allSatisfy { $0.client == SocketAddress("127.0.0.1", port: port) })
        #expect(exchanges.map(\.request?.target) == ["/0", "/1", "/2"])
        for exchange in exchanges {
            let first = try #require(exchange.responseFirstByte)
            let last = try #require(exchange.responseLastByte)
            #expect(exchange.accepted <= exchange.requestFirstByte)
            #expect(exchange.requestFirstByte <= exchange.requestLastByte)
            #expect(exchange.requestLastByte <= first && first < last)
        }
    }

    @Test(arguments: [10, 3_000_000])
    func `an exchange records the connection's bytes up to its end`(_ count: Int) throws {
        var received: [Int] = []
        let body = ServedBody([UInt8](repeating: 7, count: count))
        let responder = EchoResponder { _ in ServedResponse(head: HTTPResponseHead(status: 200), body: body) }
        let exchanges = try serving(responder, sendBuffer: 65_536) { server in
            let client = try LoopbackClient(port: server.port)
            for _ in 0..<3 {
                try client.send(Self.get)
                #expect(try client.response()?.content.count == count)
                received.append(client.receivedBytes)
            }
        }
        #expect(exchanges.map(\.connectionBytes) == received)
    }

    @Test func `more pipelined requests than one turn takes are answered in order`() throws {
        let count = 200
        let exchanges = try serving { server in
            let client = try LoopbackClient(port: server.port)
            try client.send((0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: o\r\n\r\n" }.joined())
            for number in 0..<count { #expect(try client.response()?.text == "/\(number)") }
        }
        #expect(exchanges.map(\.order) == Array(0..<count))
    }

    @Test func `requests sent byte by byte on a half-closed connection are answered`() throws {
        try serving { server in
            let client = try LoopbackClient(port: server.port)
            for byte in (Self.get + Self.get).utf8 { try client.send([byte]) }
            client.finishSending()
            #expect(try client.response()?.text == "/a")
            #expect(try client.response()?.text == "/a")
            #expect(try client.response() == nil)
        }
    }

    @Test func `a request's body is skipped`() throws {
        try serving { server in
            let client = try LoopbackClient(port: server.port)
            let body = String(repeating: "x", count: 300_000)
            try client.send("POST /b HTTP/1.1\r\nHost: o\r\nContent-Length: 300000\r\n\r\n\(body)\(Self.get)")
            #expect(try client.response()?.text == "/b")
            #expect(try client.response()?.text == "/a")
        }
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n", "close", true),
            ("GET / HTTP/1.0\r\n\r\n", "close", true),
            ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "keep-alive", false),
            (get, nil, false),
        ] as [(String, String?, Bool)]
    )
    func `version and Connection decide whether the connection ends`(
        request: String,
        connection: String?,
        isClosed: Bool
    ) throws {
        try serving { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(request)
            #expect(try client.response()?.head.fields["Connection"] == connection)
            if isClosed {
                #expect(try client.response() == nil)
            } else {
                try client.send(Self.get)
                #expect(try client.response()?.text == "/a")
            }
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("nonsense\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 505),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("GET /" + String(repeating: "x", count: 9000), 414),
        ("GET / HTTP/1.1\r\nHost: o\r\nA: " + String(repeating: "x", count: 200_000), 431),
    ])
    func `an invalid request gets its status and ends the connection`(text: String, status: Int) throws {
        let exchanges = try serving { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get + text + Self.get)
            #expect(try client.response()?.text == "/a")
            let response = try client.response()
            #expect(response?.head.status == status)
            #expect(response?.head.fields["connection"] == "close")
            #expect(response?.content.isEmpty == false)
            #expect(try client.response() == nil)
        }
        #expect(exchanges.map(\.status) == [200, status])
    }

    @Test func `a delayed response is recorded with its delay`() throws {
        let delay: Nanoseconds = 20_000_000
        let responder = EchoResponder { request in
            var response = ServedResponse.text(200, request.target)
            response.course.delay = request.target == "/a" ? delay : 0
            return response
        }
        let exchanges = try serving(responder) { server in
            let slow = try LoopbackClient(port: server.port)
            let quick = try LoopbackClient(port: server.port)
            try slow.send(Self.get + "GET /b HTTP/1.1\r\nHost: o\r\n\r\n")
            try quick.send("GET /q HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try quick.response()?.text == "/q")
            #expect(try slow.response()?.text == "/a")
            #expect(try slow.response()?.text == "/b")
        }
        let delayed = try #require(exchanges.first { $0.request?.target == "/a" })
        let first = try #require(delayed.responseFirstByte)
        #expect(first - delayed.requestLastByte >= delay)
    }

    @Test func `a large body reaches a slow reader`() throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let responder = EchoResponder { _ in
            ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body))
        }
        let exchanges = try serving(responder, sendBuffer: 8192) { server in
            let client = try LoopbackClient(port: server.port, receiveBuffer: 4096)
            try client.send(Self.get)
            #expect(try client.response()?.content == body)
        }
        #expect(exchanges.first?.bodyBytes == body.count)
    }

    @Test(arguments: ["HEAD", "GET"])
    func `the server omits bodies for HEAD and 304`(method: String) throws {
        let responder = EchoResponder { request in
            ServedResponse(
                head: HTTPResponseHead(status: request.method == "HEAD" ? 200 : 304),
                body: ServedBody([1, 2, 3])
            )
        }
        let exchanges = try serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send("\(method) / HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n")
            let bytes = try client.receiveToEnd()
            #expect(bytes.suffix(4) == [13, 10, 13, 10])
        }
        #expect(exchanges.first?.bodyBytes == 0)
    }

    @Test func `stopping within a response records the bytes sent`() throws {
        let responder = EchoResponder { _ in
            ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: ServedBody([UInt8](repeating: 7, count: 30_000_000))
            )
        }
        let exchanges = try serving(responder, sendBuffer: 65_536) { server in
            let client = try LoopbackClient(port: server.port, receiveBuffer: 65_536)
            try client.send(Self.get)
            #expect(try client.receive(atMost: 1).count == 1)
            server.stop()
            server.stop()
            let rest = try? client.receiveToEnd()
            #expect((rest?.count ?? 0) < 30_000_000)
        }
        let exchange = try #require(exchanges.first)
        #expect(exchanges.count == 1)
        #expect(exchange.responseFirstByte != nil)
        #expect(exchange.responseLastByte == nil)
        #expect(exchange.bodyBytes < 30_000_000)
    }

    @Test func `a client that disconnects in the middle of its response does not affect others`() throws {
        let responder = EchoResponder { request in
            let isLarge = request.target == "/a"
            return ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: ServedBody([UInt8](repeating: 7, count: isLarge ? 30_000_000 : 1))
            )
        }
        try serving(responder, sendBuffer: 65_536) { server in
            let leaving = try LoopbackClient(port: server.port)
            try leaving.send(Self.get)
            #expect(try leaving.receive(atMost: 1).count == 1)
            leaving.reset()
            let staying = try LoopbackClient(port: server.port)
            try staying.send("GET /b HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try staying.response()?.content == [7])
        }
    }

    @Test func `connections beyond the limit are served after others end`() throws {
        try serving(limits: ServingLimits(connections: 1)) { server in
            let second: LoopbackClient
            do {
                let first = try LoopbackClient(port: server.port)
                try first.send(Self.get)
                #expect(try first.response()?.text == "/a")
                second = try LoopbackClient(port: server.port)
                try second.send(Self.get)
                try first.send(Self.get)
                #expect(try first.response()?.text == "/a")
                first.finishSending()
                #expect(try first.response() == nil)
            }
            #expect(try second.response()?.text == "/a")
        }
    }

    @Test func `an idle connection without a request is closed`() throws {
        try serving(limits: ServingLimits(idle: 5_000_000)) { server in
            let client = try LoopbackClient(port: server.port)
            #expect(try client.receiveToEnd().isEmpty)
        }
    }

    @Test func `a server that never started frees its port`() throws {
        let listener = try Listener(address: "127.0.0.1")
        let port = listener.port
        let server = try HTTPServer(listener: listener, responder: EchoResponder(), clock: RunClock())
        server.stop()
        _ = try Listener(address: "127.0.0.1", port: port)
    }
}
