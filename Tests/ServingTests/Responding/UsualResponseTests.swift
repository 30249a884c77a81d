import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

/// Responses sent at once, as most are.
@Suite(.timeLimit(.minutes(1))) struct UsualResponseTests {
    private static let get = "GET / HTTP/1.1\r\nHost: o\r\n\r\n"
    private static let date = HTTPDate(secondsSince1970: 1_000_000_000)

    private static func response(
        status: Int = 200,
        fields: HTTPFields = ["Content-Length": "3"],
        body: ServedBody = ServedBody("abc"),
        framing: BodyFraming = .length,
        course: ResponseCourse = ResponseCourse()
    ) -> ServedResponse {
        let head = HTTPResponseHead(status: status, fields: fields)
        return ServedResponse(head: head, date: date, body: body, framing: framing, course: course).laidOut()
    }

    private static func long(_ count: Int) -> ServedResponse {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        return response(fields: ["Content-Length": "\(count)"], body: ServedBody(body))
    }

    @Test(arguments: [
        response(), response(status: 304, fields: ["ETag": "\"a\""], body: ServedBody()), long(5000),
    ])
    func `the fast path gives the same bytes as the general one`(response: ServedResponse) throws {
        let request = HTTPRequestHead(method: "GET", target: "/")
        let lines = try #require(response.usualLines(for: request))
        let writer = ResponseWriter()
        for date in [Self.date, Self.date, nil] {
            var response = response
            response.date = date
            let (text, content) = writer.write(response.message, lines, at: date)
            guard case .memory(let rest) = content else {
                Issue.record("no memory")
                return
            }
            let plan = HTTP1ResponsePlan(response, to: request, isFinal: false)
            #expect(Array(text + rest) == plan.head + plan.body.bytes)
        }
    }

    @Test func `consecutive responses have their own heads, dates and bodies`() throws {
        let request = HTTPRequestHead(method: "GET", target: "/")
        let next = HTTPDate(secondsSince1970: 1_000_000_001)
        let (abc, xyz) = (Self.response(), Self.response(body: ServedBody("xyz")))
        let other = Self.response(fields: ["Content-Length": "3", "ETag": "\"a\""])
        let rows = [
            (abc, Self.date), (xyz, Self.date), (xyz, next), (other, next), (Self.long(5000), next),
            (Self.long(5000), next), (abc, next), (other, nil), (other, nil),
        ]
        let writer = ResponseWriter()
        for (response, date) in rows {
            var response = response
            response.date = date
            let lines = try #require(response.usualLines(for: request))
            let (text, content) = writer.write(response.message, lines, at: date)
            guard case .memory(let rest) = content else {
                Issue.record("no memory")
                return
            }
            let plan = HTTP1ResponsePlan(response, to: request, isFinal: false)
            #expect(Array(text + rest) == plan.head + plan.body.bytes)
        }
    }

    @Test(
        arguments: [
            response(fields: ["Content-Length": "3", "Date": "never"]),
            response(fields: ["Content-Length": "3", "Connection": "x"]),
            response(fields: [:]),
            response(status: 304, fields: [:]),
            response(framing: .chunked()),
            response(course: ResponseCourse(delay: 1)),
            response(course: ResponseCourse(rate: 1_000_000)),
            response(course: ResponseCourse(ending: .close(.start))),
            response(course: ResponseCourse(ending: .slowClose(1))),
            .text(200, "not laid out"),
        ]
    )
    func `a fixed Date, a missing length, chunking or a special course rules out the fast path`(
        response: ServedResponse
    ) {
        #expect(response.usualLines(for: HTTPRequestHead(method: "GET", target: "/")) == nil)
    }

    @Test(arguments: [("HEAD", HTTPVersion.http11), ("GET", .http10)])
    func `HEAD and HTTP/1.0 requests rule out the fast path`(method: String, version: HTTPVersion) {
        let request = HTTPRequestHead(method: method, target: "/", version: version)
        #expect(Self.response().usualLines(for: request) == nil)
    }

    @Test func `bytes that the kernel does not take at once are sent later`() throws {
        let response = Self.long(900_000)
        let responder = EchoResponder { _ in response }
        let exchanges = try ServerBench.serving(responder, sendBuffer: 20_000) { server in
            let client = try LoopbackClient(port: server.port, receiveBuffer: 4000)
            try client.send(Self.get + Self.get)
            for _ in 0..<2 { #expect(try client.response()?.content == response.body.bytes) }
        }
        #expect(exchanges.map(\.bodyBytes) == [900_000, 900_000])
        #expect(exchanges.allSatisfy { $0.responseLastByte != nil && $0.headerBytes > 40 })
    }

    @Test func `a client that disconnects midway is recorded once, with the bytes sent`() throws {
        let responder = EchoResponder { _ in Self.long(1_000_000) }
        let exchanges = try ServerBench.serving(responder, sendBuffer: 20_000) { server in
            let client = try LoopbackClient(port: server.port, receiveBuffer: 4000)
            try client.send(Self.get)
            _ = try client.receive(atMost: 100)
            client.reset()
            #expect(Waiting.until { responder.ended.count == 1 })
        }
        #expect(exchanges.count == 1)
        #expect(exchanges.first?.responseLastByte == nil && exchanges.first?.status == 200)
        #expect((1..<1_000_000).contains(exchanges.first?.bodyBytes ?? 0))
    }

    @Test func `the date is rewritten when the second changes`() {
        let dates = DateText()
        #expect(dates.text(Self.date) == "Sun, 09 Sep 2001 01:46:40 GMT")
        #expect(dates.line(Self.date) == Array("Date: Sun, 09 Sep 2001 01:46:40 GMT\r\n".utf8))
        let next = HTTPDate(secondsSince1970: 1_000_000_001)
        #expect(dates.line(next) == Array("Date: Sun, 09 Sep 2001 01:46:41 GMT\r\n".utf8))
    }
}

extension ServedBody {
    /// The bytes of a body that is wholly in memory.
    fileprivate var bytes: [UInt8] {
        pieces.flatMap { piece in if case .memory(let bytes) = piece { Array(bytes) } else { [UInt8]() } }
    }
}
