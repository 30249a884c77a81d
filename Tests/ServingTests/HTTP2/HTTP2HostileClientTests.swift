import Glibc
import HTTP
import HTTP2
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct HTTP2HostileClientTests {
    private static let enhanceYourCalm: UInt32 = 11

    /// Another client, on its own connection, is still served.
    private func expectServed(_ server: HTTPServer) throws {
        let next = try FrameConnection(port: server.port)
        try next.send(.get("/next", on: 1))
        try next.receive(1)
        #expect(next.text(1) == "/next")
    }

    private func limits(_ http2: HTTP2Limits) -> ServingLimits { ServingLimits(http2: http2) }

    @Test func `rapid resets end their connection and leave the next client unaffected`() throws {
        let http2 = HTTP2Limits(resets: HTTP2Allowance(burst: 50, perSecond: 1))
        let exchanges = try ServerBench.serving(EchoResponder(), limits: limits(http2)) { server in
            let connection = try FrameConnection(port: server.port)
            let streams = (0..<500).map { Int32(2 * $0 + 1) }
            try connection.send(streams.flatMap { [.get("/", on: $0), .reset($0)] })
            try connection.receiveToEnd()
            #expect(connection.farewell?.farewell == Self.enhanceYourCalm)
            try expectServed(server)
        }
        #expect(exchanges.count == 52)
    }

    @Test func `an invalid head is recorded without a status`() throws {
        let exchanges = try ServerBench.serving(EchoResponder()) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1, [("connection", "close")]), .get("/3", on: 3))
            try connection.receive(3)
            #expect(connection.reset(1) != nil)
            #expect(connection.text(3) == "/3")
        }
        let refused = try #require(exchanges.first { $0.stream == 1 })
        #expect(refused.request == nil)
        #expect(refused.status == 0)
        #expect(refused.responseFirstByte == nil)
        #expect(exchanges.count == 2)
    }

    @Test func `a cancelled stream is recorded with the bytes sent`() throws {
        let body = ServedBody([UInt8](repeating: 1, count: 1_000_000))
        let responder = EchoResponder { request in
            guard request.target == "/large" else { return .text(200, request.target) }
            return ServedResponse(head: HTTPResponseHead(status: 200), body: body)
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/large", on: 1))
            try connection.receive { $0.body(1).count == 65_535 }
            try connection.send(.reset(1), .window(1 << 20), .get("/after", on: 3))
            try connection.receive(3)
            #expect(connection.text(3) == "/after")
        }
        #expect(exchanges.map(\.request?.target) == ["/large", "/after"])
        #expect(exchanges.map(\.bodyBytes) == [65_535, 6])
        #expect(exchanges.first?.responseLastByte == nil)
    }

    @Test
    func `a client that half-closes within a body gets no response to it, but responses to other streams`()
        throws
    {
        // It would wait for the rest of the body.
        let never = LateResponse()
        let bodies = Mutex<[BodyStream]>([])
        let responder = EchoResponder.answering(.stream(capacity: 1000)) { request in
            guard let body = request.stream else { return .now(.text(200, request.head.target)) }
            bodies.withLock { $0.append(body) }
            return .late(never)
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(
                .request(HTTP2Frame.pseudo("POST", "/upload"), on: 1, endsStream: false),
                .data([1, 2, 3], on: 1, endsStream: false),
                .get("/3", on: 3)
            )
            connection.client.finishSending()
            // Long before the client would count as idle.
            let isBrokenOff = Waiting.until(seconds: 10) {
                guard let body = bodies.withLock({ $0.first }) else { return false }
                while case .bytes = body.take(atMost: 10) {}
                return body.take(atMost: 10) == .brokenOff
            }
            #expect(isBrokenOff)
            try connection.receiveToEnd()
            #expect(connection.text(3) == "/3")
        }
        #expect(Set(exchanges.map(\.status)) == [0, 200])
    }

    @Test func `an oversized header list gets 431`() throws {
        let http2 = HTTP2Limits(fieldList: 500)
        let exchanges = try ServerBench.serving(EchoResponder(), limits: limits(http2)) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(
                .get("/", on: 1, [("x", String(repeating: "x", count: 600))]),
                .get("/3", on: 3)
            )
            try connection.receive(1, 3)
            #expect(try connection.statuses(1) == ["431"])
            #expect(connection.text(3) == "/3")
        }
        #expect(exchanges.map(\.status) == [431, 200])
        #expect(exchanges.first?.request == nil)
    }

    @Test(arguments: [
        [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "user@host")],
        [(":method", "GET"), (":scheme", "http"), (":path", "/"), ("host", "a"), ("host", "b")],
        [(":method", "GET"), (":scheme", "http"), (":path", "/a#b"), (":authority", "host")],
    ])
    func `an ambiguous request is rejected`(_ fields: [(String, String)]) throws {
        try ServerBench.serving(EchoResponder()) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.request(fields, on: 1))
            try connection.receive(1)
            // The session refuses some of it by itself.
            #expect(try connection.statuses(1) == ["400"] || connection.reset(1) == 1)
        }
    }

    @Test func `bytes other than HTTP/2 after the preface end only that connection`() throws {
        try ServerBench.serving(EchoResponder()) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(HTTP2Frame.preface + Array("GET / HTTP/1.1\r\nHost: o\r\n\r\n".utf8))
            var bytes = try client.receiveToEnd()
            #expect(HTTP2Frame.take(from: &bytes).contains { $0.kind == HTTP2Frame.Kind.goAway })
            try expectServed(server)
        }
    }

    @Test func `a client that does not read is dropped and uses little memory`() throws {
        let body = ServedBody([UInt8](repeating: 1, count: 50_000_000))
        let responder = EchoResponder { request in
            guard request.target == "/large" else { return .text(200, request.target) }
            return ServedResponse(head: HTTPResponseHead(status: 200), body: body)
        }
        let limits = ServingLimits(idle: 100_000_000)
        let exchanges = try ServerBench.serving(responder, limits: limits, sendBuffer: 20_000) { server in
            let connection = try FrameConnection(
                port: server.port,
                settings: [(4, .max >> 1)],
                receiveBuffer: 20_000
            )
            try connection.send(.window(.max >> 1 - 65_535), .get("/large", on: 1))
            try expectServed(server)
            // It reads nothing until the server has ended it.
            #expect(Waiting.until { responder.ended.contains { $0.request?.target == "/large" } })
            _ = connection
        }
        let large = try #require(exchanges.first { $0.request?.target == "/large" })
        #expect(large.bodyBytes < 1_000_000)
        #expect(large.responseLastByte == nil)
    }
}
