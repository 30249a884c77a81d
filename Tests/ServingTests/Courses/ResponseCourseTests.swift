import Glibc
import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct ResponseCourseTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"
    private static let large = [UInt8](repeating: 7, count: 2_000_000)

    private func responder(
        _ course: ResponseCourse,
        _ body: ServedBody = ServedBody("abcdefgh"),
        _ framing: BodyFraming = .length
    ) -> EchoResponder {
        EchoResponder { request in
            guard request.target == "/a" else { return .text(200, request.target) }
            return ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: body,
                framing: framing,
                course: course
            )
        }
    }

    /// The bytes up to the end of the stream, and the error that ended it, if any.
    private func outcome(_ client: LoopbackClient) throws -> (bytes: [UInt8], errno: Int32?) {
        var bytes: [UInt8] = []
        do {
            while true {
                let more = try client.receive()
                if more.isEmpty { return (bytes, nil) }
                bytes += more
            }
        } catch let failure as LoopbackClient.Failure {
            return (bytes, failure.errno)
        }
    }

    /// Length of the head of the responses that are cut here.
    private static let headBytes = "HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n".utf8.count

    @Test(arguments: [
        (ResponseEnding.close(.start), 0), (.close(.message(10)), 10),
        (.close(.content(100_000)), headBytes + 100_000),
    ])
    func `a response is cut where its course says, and the record has the bytes sent`(
        ending: ResponseEnding,
        count: Int
    ) throws {
        let responder = responder(ResponseCourse(ending: ending), ServedBody(Self.large))
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get + Self.get)
            let (bytes, errno) = try outcome(client)
            #expect(bytes.count == count)
            #expect(errno == nil)
        }
        let exchange = try #require(exchanges.first)
        #expect(exchanges.count == 1)
        #expect(exchange.responseLastByte == nil)
        #expect((exchange.responseFirstByte == nil) == (count == 0))
        #expect(exchange.headerBytes + exchange.bodyBytes == count)
    }

    @Test(arguments: [
        ResponseEnding.reset(.content(1_000_000)), .goAway(.content(1_000_000)),
        .streamReset(.content(1_000_000)),
    ])
    func `a reset follows the delivery of the preceding bytes`(ending: ResponseEnding) throws {
        let responder = responder(ResponseCourse(ending: ending), ServedBody(Self.large))
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            let (bytes, errno) = try outcome(client)
            #expect(errno == ECONNRESET)
            #expect(bytes.count > 1_000_000 && bytes.count < 1_000_100)
        }
        #expect(exchanges.first?.bodyBytes == 1_000_000)
        #expect(exchanges.first?.responseLastByte == nil)
    }

    @Test func `a reset before the first byte sends nothing else`() throws {
        try ServerBench.serving(responder(ResponseCourse(ending: .reset(.start)))) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            let (bytes, errno) = try outcome(client)
            #expect(bytes.isEmpty && errno == ECONNRESET)
        }
    }

    @Test func `a stalled response stays silent for its time and then closes`()
        throws
    {
        let stall = Nanoseconds(30_000_000)
        let responder = responder(ResponseCourse(ending: .stall(.content(3), atMost: stall)))
        let clock = RunClock()
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            let sent = clock.now()
            try client.send(Self.get)
            let (bytes, errno) = try outcome(client)
            #expect(clock.now() - sent >= stall)
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nabc"))
            #expect(errno == nil)
        }
        #expect(exchanges.map(\.bodyBytes) == [3])
    }

    @Test func `a client that leaves a stalled response frees its connection`() throws {
        let responder = responder(ResponseCourse(ending: .stall(.start)))
        try ServerBench.serving(responder, limits: ServingLimits(connections: 1)) { server in
            let leaving = try LoopbackClient(port: server.port)
            try leaving.send(Self.get)
            leaving.finishSending()
            let next = try LoopbackClient(port: server.port)
            try next.send("GET /b HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try next.response()?.text == "/b")
            #expect(try leaving.receiveToEnd().isEmpty)
        }
    }

    @Test func `a slow close follows a complete response`() throws {
        let time = Nanoseconds(30_000_000)
        let responder = responder(ResponseCourse(ending: .slowClose(time)))
        let clock = RunClock()
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            let sent = clock.now()
            try client.send(Self.get)
            #expect(try client.response()?.text == "abcdefgh")
            #expect(try client.response() == nil)
            #expect(clock.now() - sent >= time)
        }
        #expect(exchanges.first?.responseLastByte != nil)
    }

    @Test func `bare bytes are sent as they are`() throws {
        let garbage: [UInt8] = [0, 13, 10, 255, 1]
        let responder = EchoResponder { _ in .bare(garbage, status: 200) }
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            let (bytes, errno) = try outcome(client)
            #expect(bytes == garbage && errno == nil)
        }
        #expect(exchanges.map(\.headerBytes) == [0])
        #expect(exchanges.map(\.bodyBytes) == [5])
    }

    @Test func `paced responses take their time while others are served`() throws {
        let paced = ResponseCourse(rate: 8_000_000, pieces: PacedPieces(size: 10_000, pause: 5_000_000))
        let body = ServedBody([UInt8](repeating: 1, count: 25_000))
        let exchanges = try ServerBench.serving(responder(paced, body, .chunked())) { server in
            let slow = try LoopbackClient(port: server.port)
            try slow.send(Self.get)
            let quick = try LoopbackClient(port: server.port)
            try quick.send("GET /b HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try quick.response()?.text == "/b")
            #expect(try slow.response()?.content.count == 25_000)
            try slow.send("GET /c HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try slow.response()?.text == "/c")
        }
        let exchange = try #require(exchanges.first { $0.request?.target == "/a" })
        let last = try #require(exchange.responseLastByte)
        #expect(last - exchange.requestLastByte >= 35_000_000)
        #expect(exchange.bodyBytes == 25_000)
    }

    @Test func `a pause may exceed the idle timeout`() throws {
        let paced = ResponseCourse(pieces: PacedPieces(size: 4, pause: 60_000_000))
        try ServerBench.serving(responder(paced), limits: ServingLimits(idle: 20_000_000)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            #expect(try client.response()?.text == "abcdefgh")
        }
    }
}
