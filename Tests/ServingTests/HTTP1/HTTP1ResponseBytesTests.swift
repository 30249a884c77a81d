import HTTP
import Testing

@testable import Serving

@Suite struct HTTP1ResponseBytesTests {
    private static let head = HTTPRequestHead(method: "GET", target: "/")

    /// All output, taken a limited number of bytes at a time.
    private func text(
        _ response: ServedResponse,
        method: String = "GET",
        version: HTTPVersion = .http11,
        atATime: Int = .max,
        open: Int = .max
    ) -> (text: String, isWhole: Bool) {
        let request = HTTPRequestHead(method: method, target: "/", version: version)
        let plan = HTTP1ResponsePlan(response, to: request, isFinal: false)
        var bytes = HTTP1ResponseBytes(plan, endingAt: response.course.ending.mark)
        var taken: [UInt8] = []
        for _ in 0..<10_000 where !bytes.isSent {
            let (text, content) = bytes.front(open: open, turn: 1 << 20)
            guard case .memory(let memory) = content else { break }
            let offered = (text + memory).prefix(atATime)
            if offered.isEmpty { break }
            taken += offered
            bytes.advance(offered.count)
        }
        return (String(decoding: taken, as: UTF8.self), bytes.isWhole)
    }

    private func response(
        _ framing: BodyFraming,
        _ body: String = "abcdefgh",
        status: Int = 200,
        ending: ResponseEnding = .whole
    ) -> ServedResponse {
        ServedResponse(
            head: HTTPResponseHead(status: status),
            body: ServedBody(body),
            framing: framing,
            course: ResponseCourse(ending: ending)
        )
    }

    private static let chunks =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: A, B\r\n\r\n"
        + "5\r\nabcde\r\n3\r\nfgh\r\n0\r\nA: 1\r\nB: 2\r\n\r\n"

    @Test(arguments: [1, 2, 3, 7, 100, Int.max])
    func `chunks and trailers are the same for any split of the writes`(
        atATime: Int
    ) {
        let chunked = response(.chunked(size: 5, trailers: ["A": "1", "B": "2"]))
        let (text, isWhole) = text(chunked, atATime: atATime)
        #expect(text == Self.chunks)
        #expect(isWhole)
    }

    @Test func `the head's own Date takes precedence over the server's`() {
        var dated = response(.length, "")
        dated.date = HTTPDate(secondsSince1970: 0)
        let date = "Thu, 01 Jan 1970 00:00:00 GMT"
        #expect(text(dated).text == "HTTP/1.1 200 OK\r\nDate: \(date)\r\nContent-Length: 0\r\n\r\n")
        dated.head.fields["Date"] = "now"
        #expect(text(dated).text == "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Length: 0\r\n\r\n")
    }

    @Test func `the server overrides the Connection field`() {
        var final = response(.untilClose, "")
        final.head.fields["connection"] = "keep-alive"
        #expect(text(final).text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    }

    @Test func `an empty chunked body is only the last chunk`() {
        #expect(text(response(.chunked(), "")).text.hasSuffix("chunked\r\n\r\n0\r\n\r\n"))
    }

    @Test func `chunks default to the size of the course's pieces`() {
        var paced = response(.chunked(), "abc")
        paced.course.pieces = PacedPieces(size: 2, pause: 1)
        #expect(text(paced).text.hasSuffix("\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"))
    }

    @Test(
        arguments: [
            (.length, "GET", .http11, 200, "Content-Length: 8\r\n\r\nabcdefgh"),
            (.length, "GET", .http10, 200, "Content-Length: 8\r\nConnection: keep-alive\r\n\r\nabcdefgh"),
            (.length, "HEAD", .http11, 200, "Content-Length: 8\r\n\r\n"),
            (.length, "GET", .http11, 304, "Content-Length: 8\r\n\r\n"),
            (.length, "GET", .http11, 204, "HTTP/1.1 204 No Content\r\n\r\n"),
            (.untilClose, "GET", .http11, 200, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcdefgh"),
            (.untilClose, "HEAD", .http11, 200, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
            (.chunked(), "HEAD", .http11, 200, "Transfer-Encoding: chunked\r\n\r\n"),
            (.chunked(), "GET", .http10, 200, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcdefgh"),
            (.chunked(), "GET", .http11, 304, "HTTP/1.1 304 Not Modified\r\n\r\n"),
            (.bare, "GET", .http11, 200, "abcdefgh"),
        ] as [(BodyFraming, String, HTTPVersion, Int, String)]
    )
    func `framing follows the version, the method and the status`(
        framing: BodyFraming,
        method: String,
        version: HTTPVersion,
        status: Int,
        end: String
    ) {
        let (text, isWhole) = text(response(framing, status: status), method: method, version: version)
        #expect(text.hasSuffix(end))
        #expect(framing != .bare || text == end)
        #expect(isWhole)
    }

    @Test func `a wrong Content-Length is sent as it is`() {
        var wrong = response(.length)
        wrong.head.fields["Content-Length"] = "800"
        #expect(text(wrong).text.hasSuffix("Content-Length: 800\r\n\r\nabcdefgh"))
    }

    @Test(
        arguments: [
            (.length, .close(.start), "", false),
            (.length, .close(.message(4)), "HTTP", false),
            (.length, .reset(.content(0)), "Content-Length: 8\r\n\r\n", false),
            (.length, .stall(.content(3)), "Content-Length: 8\r\n\r\nabc", false),
            (.length, .close(.content(8)), "\r\n\r\nabcdefgh", true),
            (.length, .close(.content(900)), "\r\n\r\nabcdefgh", true),
            (.length, .close(.message(100_000)), "\r\n\r\nabcdefgh", true),
            (.chunked(size: 5), .close(.content(2)), "\r\n\r\n5\r\nab", false),
            (.chunked(size: 5), .streamReset(.content(5)), "\r\n\r\n5\r\nabcde", false),
            (.chunked(size: 5), .goAway(.content(8)), "3\r\nfgh\r\n0\r\n\r\n", true),
            (.bare, .close(.message(2)), "ab", false),
        ] as [(BodyFraming, ResponseEnding, String, Bool)]
    )
    func `a mark cuts the message at its position`(
        framing: BodyFraming,
        ending: ResponseEnding,
        end: String,
        isWhole: Bool
    ) {
        for atATime in [1, 3, Int.max] {
            let cut = text(response(framing, ending), atATime: atATime)
            #expect(cut.text.hasSuffix(end))
            #expect(!end.isEmpty || cut.text.isEmpty)
            #expect(cut.isWhole == isWhole)
        }
    }

    private func response(_ framing: BodyFraming, _ ending: ResponseEnding) -> ServedResponse {
        response(framing, "abcdefgh", ending: ending)
    }

    @Test func `a front is last if nothing may follow it at once`() {
        let plan = HTTP1ResponsePlan(response(.length), to: Self.head, isFinal: false)
        var bytes = HTTP1ResponseBytes(plan, endingAt: nil)
        let all = bytes.front(open: .max, turn: 1 << 20)
        #expect(bytes.isLast(all.text, all.content, open: .max))
        let paused = bytes.front(open: 3, turn: 1 << 20)
        #expect(bytes.isLast(paused.text, paused.content, open: 3))
        #expect(!bytes.isLast(paused.text, paused.content, open: 4))
        bytes.advance(all.text.count + 3)
        #expect(bytes.hasSentAll(of: 3) && !bytes.hasSentAll(of: 4))
        #expect(bytes.contentSent == 3)
    }

    @Test func `body pieces are sent without gaps`() {
        var body = ServedBody("ab")
        body.append([])
        body.append(Array("xxcdexx".utf8)[2..<5].map { $0 })
        body.append(.memory(Array("..fgh".utf8)[2...]))
        #expect(body.count == 8 && body.pieces.count == 3)
        for atATime in [1, 2, 5, Int.max] {
            let whole = ServedResponse(head: HTTPResponseHead(status: 200), body: body)
            #expect(text(whole, atATime: atATime).text.hasSuffix("\r\n\r\nabcdefgh"))
        }
    }
}
