import HTTP
import HTTP2
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct HTTP2ServerTests {
    @Test func `a plain-text preface starts HTTP/2, and each stream is an exchange`() throws {
        let exchanges = try ServerBench.serving(EchoResponder()) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/1", on: 1), .get("/3", on: 3))
            try connection.receive(1, 3)
            #expect(connection.text(1) == "/1" && connection.text(3) == "/3")
            #expect(try connection.statuses(3) == ["200"])
        }
        #expect(exchanges.map(\.stream) == [1, 3])
        #expect(exchanges.map(\.order) == [0, 1])
        #expect(exchanges.map(\.bodyBytes) == [2, 2])
        for exchange in exchanges {
            #expect(exchange.request?.version == .http2)
            #expect(exchange.headerBytes > 9)
            let first = try #require(exchange.responseFirstByte)
            let last = try #require(exchange.responseLastByte)
            #expect(exchange.accepted <= exchange.requestFirstByte)
            #expect(exchange.requestFirstByte <= exchange.requestLastByte)
            #expect(exchange.requestLastByte <= first && first < last)
        }
    }

    @Test func `a preface may arrive byte by byte, and a similar beginning is HTTP/1`() throws {
        try ServerBench.serving(EchoResponder()) { server in
            let slow = try LoopbackClient(port: server.port)
            for byte in HTTP2Frame.preface + HTTP2Frame.settings().serialised { try slow.send([byte]) }
            var bytes = try slow.receive()
            #expect(HTTP2Frame.take(from: &bytes).first?.kind == HTTP2Frame.Kind.settings)
            let old = try LoopbackClient(port: server.port)
            try old.send("P")
            try old.send("RI /x HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try old.response(to: "PRI")?.text == "/x")
        }
    }

    @Test(arguments: [
        "INVALID CONNECTION PREFACE\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSN\r\n\r\n",
        "PRI * HTTP/2.1\r\n\r\nSM\r\n\r\n",
    ])
    func `a wrong preface closes the connection at once`(_ preface: String) throws {
        try ServerBench.serving(EchoResponder()) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Array(preface.utf8) + HTTP2Frame.settings().serialised)
            #expect(try client.receiveToEnd().isEmpty)
        }
    }

    @Test(arguments: [(HTTPProtocols.http1, false), (.http2, true)])
    func `a listener accepts only its protocols`(protocols: HTTPProtocols, isSpoken: Bool) throws {
        let listener = try Listener(address: "127.0.0.1", protocols: protocols)
        let server = try HTTPServer(listener: listener, responder: EchoResponder(), clock: RunClock())
        try server.start()
        defer { server.stop() }
        let connection = try FrameConnection(port: server.port)
        try connection.send(.get("/1", on: 1))
        try connection.receive(1)
        #expect((connection.text(1) == "/1") == isSpoken)
        let old = try LoopbackClient(port: server.port)
        try old.send("GET /x HTTP/1.1\r\nHost: o\r\nConnection: close\r\n\r\n")
        let answer = try old.receiveToEnd()
        #expect(answer.starts(with: Array("HTTP/1.1 200".utf8)) == !isSpoken)
    }

    @Test(arguments: [false, true])
    func `records the time for which client windows blocked a response`(_ isOfConnection: Bool) throws {
        let body = [UInt8](repeating: 5, count: 100_000)
        let responder = EchoResponder { _ in
            ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body))
        }
        let window = isOfConnection ? 65_535 : 30_000
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(
                port: server.port,
                settings: [(4, isOfConnection ? 1 << 20 : 30_000)]
            )
            try connection.send(isOfConnection ? [] : [.window(1 << 20)])
            try connection.send(.get("/1", on: 1))
            try connection.receive { $0.body(1).count == window }
            try connection.send(isOfConnection ? .window(1 << 20) : .window(1 << 20, on: 1))
            try connection.receive(1)
        }
        let exchange = try #require(exchanges.first)
        #expect(exchange.holds.map(\.isOfConnection) == [isOfConnection])
        #expect(exchange.holds.map(\.window) == [window])
        let hold = try #require(exchange.holds.first)
        let first = try #require(exchange.responseFirstByte)
        let last = try #require(exchange.responseLastByte)
        #expect(exchange.requestLastByte <= hold.start && hold.start < hold.end && hold.end <= last)
        #expect(first <= last)
    }

    @Test func `a response whose windows stay open records no blocked time`() throws {
        let body = [UInt8](repeating: 5, count: 500_000)
        let responder = EchoResponder { _ in
            ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: ServedBody(body),
                course: ResponseCourse(pieces: PacedPieces(size: 100_000, pause: 1_000_000))
            )
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port, settings: [(4, 1 << 20)])
            try connection.send(.window(1 << 20), .get("/1", on: 1))
            try connection.receive(1)
        }
        #expect(exchanges.map(\.bodyBytes) == [500_000] && exchanges.map(\.holds) == [[]])
    }

    @Test func `many concurrent streams are all answered`() throws {
        let body = [UInt8](repeating: 5, count: 50_000)
        let responder = EchoResponder { _ in
            ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body))
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port, settings: [(4, 1 << 20)])
            let streams = (0..<100).map { Int32(2 * $0 + 1) }
            try connection.send([.window(1 << 24)] + streams.map { .get("/", on: $0) })
            try connection.receive { connection in
                connection.frames.filter(\.endsStream).count == 100
            }
            for stream in streams { #expect(connection.body(stream) == body) }
        }
        #expect(exchanges.count == 100)
        #expect(Set(exchanges.map(\.order)) == Set(0..<100))
        #expect(exchanges.allSatisfy { $0.bodyBytes == body.count && $0.responseLastByte != nil })
    }

    @Test func `a late response does not hold up the others`() throws {
        let responder = EchoResponder { request in
            var response = ServedResponse.text(200, request.target)
            if request.target == "/late" { response.course.delay = 3_600_000_000_000 }
            return response
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/late", on: 1), .get("/now", on: 3))
            try connection.receive(3)
            #expect(connection.text(3) == "/now")
            #expect(!connection.isEnded(1))
        }
        #expect(exchanges.map(\.request?.target) == ["/now", "/late"])
        #expect(exchanges.last?.responseFirstByte == nil)
    }

    @Test func `a paced response arrives complete`() throws {
        let responder = EchoResponder { _ in
            ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: ServedBody("abcdefghij"),
                course: ResponseCourse(pieces: PacedPieces(size: 3, pause: 1_000_000))
            )
        }
        try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            try connection.receive(1)
            #expect(connection.text(1) == "abcdefghij")
        }
    }

    @Test func `a request's body and trailers are passed to a responder that keeps them`() throws {
        let responder = EchoResponder(reception: .keep(atMost: 100)) { request in
            let body = String(decoding: request.body, as: UTF8.self)
            return .text(200, "\(body) \(request.bodyBytes) \(request.trailers["x-sum"] ?? "none")")
        }
        try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(
                .request(HTTP2Frame.pseudo("POST", "/"), on: 1, endsStream: false),
                .data(Array("hello ".utf8), on: 1, endsStream: false),
                .data(Array("world".utf8), on: 1, endsStream: false),
                .request([("x-sum", "7")], on: 1)
            )
            try connection.receive(1)
            #expect(connection.text(1) == "hello world 11 7")
        }
    }

    @Test func `a body beyond the limit gets 413 and a reset without an error`() throws {
        let responder = EchoResponder(reception: .keep(atMost: 10)) { _ in .text(200, "") }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(
                .request(HTTP2Frame.pseudo("POST", "/"), on: 1, endsStream: false),
                .data([UInt8](repeating: 1, count: 11), on: 1, endsStream: false)
            )
            try connection.receive { $0.reset(1) != nil }
            #expect(try connection.statuses(1) == ["413"])
            #expect(connection.reset(1) == 0)
            // The connection works as before.
            try connection.send(.get("/", on: 3))
            try connection.receive(3)
            #expect(try connection.statuses(3) == ["200"])
        }
        #expect(exchanges.map(\.status) == [413, 200])
    }

    @Test func `100 Continue and early hints precede the response`() throws {
        let responder = EchoResponder { request in
            ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: ServedBody(request.target),
                interim: [HTTPResponseHead(status: 103, fields: ["Link": "</a.css>; rel=preload"])]
            )
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            let head = HTTP2Frame.pseudo("PUT", "/a") + [("expect", "100-continue")]
            try connection.send(.request(head, on: 1, endsStream: false))
            try connection.receive { (try? $0.statuses(1)) == ["100"] }
            try connection.send(.data([1], on: 1))
            try connection.receive(1)
            #expect(try connection.statuses(1) == ["100", "103", "200"])
        }
        #expect(exchanges.first?.status == 200 && exchanges.first?.bodyBytes == 2)
    }

    @Test func `HEAD and 304 responses have no body`() throws {
        let responder = EchoResponder { request in
            ServedResponse(
                head: HTTPResponseHead(status: request.target == "/same" ? 304 : 200),
                body: ServedBody("abc")
            )
        }
        try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.request(HTTP2Frame.pseudo("HEAD", "/"), on: 1), .get("/same", on: 3))
            try connection.receive(1, 3)
            #expect(connection.frames.allSatisfy { $0.kind != HTTP2Frame.Kind.data })
            #expect(try connection.heads(1).map { $0["content-length"] } == ["3"])
            #expect(try connection.heads(3).map { $0["content-length"] } == ["3"])
        }
    }

    @Test func `file bytes, memory pieces and trailers form one body`() throws {
        let scratch = try ScratchFolder()
        try scratch.write("file", "0123456789")
        let file = try SharedFile(scratch.file("file"))
        let responder = EchoResponder { _ in
            var body = ServedBody("<")
            body.append(.file(file, 2..<6))
            body.append(Array(">".utf8))
            return ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: body,
                framing: .chunked(trailers: ["X-Sum": "1"])
            )
        }
        try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            try connection.receive(1)
            #expect(connection.text(1) == "<2345>")
            #expect(connection.frames.last { $0.stream == 1 }?.kind == HTTP2Frame.Kind.headers)
        }
    }

    @Test func `an idle client gets GOAWAY`() throws {
        let limits = ServingLimits(idle: 20_000_000)
        try ServerBench.serving(EchoResponder(), limits: limits) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.receiveToEnd()
            #expect(connection.farewell?.farewell == 0)
            #expect(connection.end == 0)
        }
    }

    @Test func `a slow request head times out`() throws {
        let limits = ServingLimits(head: 20_000_000)
        try ServerBench.serving(EchoResponder(), limits: limits) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.client.send(Array(HTTP2Frame.get("/", on: 1).serialised.prefix(20)))
            try connection.receiveToEnd()
            #expect(connection.farewell?.farewell == 11)
        }
    }

    @Test func `stopping records the exchange under way`() throws {
        let body = ServedBody([UInt8](repeating: 1, count: 1_000_000))
        let responder = EchoResponder { _ in ServedResponse(head: HTTPResponseHead(status: 200), body: body) }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            // Then the first window is full.
            try connection.receive { $0.body(1).count == 65_535 }
        }
        #expect(exchanges.map(\.bodyBytes) == [65_535])
        #expect(exchanges.first?.responseLastByte == nil)
    }
}
