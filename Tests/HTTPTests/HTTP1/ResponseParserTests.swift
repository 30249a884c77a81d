import Testing

@testable import HTTP

@Suite struct ResponseParserTests {
    private func parser(_ methods: String..., grammar: HTTP1Grammar = .lenient) -> HTTP1ResponseParser {
        var parser = HTTP1ResponseParser(grammar)
        for method in methods { parser.expect(method: method) }
        return parser
    }

    @Test(arguments: [
        ("GET", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcX", "abc", 38..<41),
        ("GET", "HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\nabcX", "abc", 41..<44),
        ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "", 38..<38),
        ("GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", "", 48..<48),
        ("GET", "HTTP/1.1 204 \r\nTransfer-Encoding: chunked\r\n\r\n", "", 45..<45),
        ("GET", "HTTP/1.1 200\r\n\r\nuntil close", "until close", 16..<27),
        ("GET", "HTTP/1.0 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nzip", "zip", 44..<47),
        (
            "GET",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n2\r\nab\r\n0\r\n\r\n",
            "ab", 66..<78
        ),
    ])
    func `status, method and fields determine the body's framing`(
        method: String,
        text: String,
        content: String,
        range: Range<Int>
    ) {
        let outcome = parser(method).outcome(of: text)
        let message = outcome.messages.first
        #expect(message?.text == content)
        #expect(message?.end?.body == range)
        #expect(message?.end?.contentBytes == content.utf8.count)
        #expect(message?.end?.isComplete == true)
    }

    @Test func `an interim response does not consume a pending request`() {
        let outcome = parser("HEAD", "GET").outcome(
            of: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"
        )
        #expect(outcome.error == nil)
        #expect(outcome.messages.map(\.head.status) == [103, 200, 200])
        #expect(outcome.messages.map(\.text) == ["", "", "ab"])
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", 2),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", 2),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", 2),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nA: b", 2),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", 0),
    ])
    func `a body cut short ends as incomplete at the end of the stream`(text: String, content: Int) {
        let outcome = parser("GET").outcome(of: text)
        #expect(outcome.error == nil)
        #expect(outcome.messages.first?.end?.isComplete == false)
        #expect(outcome.messages.first?.end?.contentBytes == content)
        #expect(outcome.messages.first?.end?.body.upperBound == text.utf8.count)
    }

    @Test func `nothing is parsed after a protocol switch`() throws {
        for (method, status) in [("GET", "101 Switching Protocols"), ("CONNECT", "200 OK")] {
            var parser = parser(method)
            parser.receive(Array("HTTP/1.1 \(status)\r\n\r\n\u{16}\u{3}\r\n\r\n".utf8))
            while try parser.next() != nil {}
            #expect(parser.isTunnel)
            #expect(parser.unconsumed.count == 6)
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 20 OK\r\n\r\n", HTTP1Error.Problem.startLine), ("HTTP/1.1 099 x\r\n\r\n", .startLine),
        ("HTTP/3.0 200 OK\r\n\r\n", .version), ("ICY 200 OK\r\n\r\n", .startLine),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", .contentLength),
        ("HTTP/1.1 200 OK\r\nContent-Len", .truncatedHead),
    ])
    func `the lenient grammar also rejects text that is not a response`(
        text: String,
        problem: HTTP1Error.Problem
    ) {
        #expect(parser("GET").outcome(of: text).error == HTTP1Error(problem, at: 0))
    }

    @Test func `every split of the stream gives the same events`() {
        let stream =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: u\r\n\r\nHTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcdHTTP/1.0 200 OK\r\n\r\nto the end"
        let bytes = Array(stream.utf8)
        for grammar in [HTTP1Grammar.strict, .lenient] {
            let parser = parser("GET", "GET", "GET", "GET", grammar: grammar)
            let whole = parser.outcome(of: [bytes[...]])
            #expect(whole.error == nil)
            #expect(whole.messages.map(\.text) == ["", "abc0123456789", "", "abcd", "to the end"])
            for cut in bytes.indices {
                #expect(parser.outcome(of: [bytes[..<cut], bytes[cut...]]) == whole)
            }
            #expect(parser.outcome(of: bytes.indices.map { bytes[$0...$0] }) == whole)
        }
    }

    @Test func `every truncation ends in an error or an incomplete message`() {
        let bytes = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8)
        for count in 1..<bytes.count {
            let outcome = parser("GET").outcome(of: [bytes[..<count]])
            #expect(outcome.error != nil || outcome.messages.first?.end?.isComplete == false)
        }
    }

    @Test func `content is delivered as received, with its position in the stream`() throws {
        var parser = parser("GET")
        parser.receive(Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nab".utf8))
        _ = try parser.next()
        #expect(try parser.next() == .body([97, 98], at: 38..<40))
        parser.receive([99, 100, 101, 102, 72])
        #expect(try parser.next() == .body([99, 100, 101, 102], at: 40..<44))
        #expect(try parser.next() == .end(HTTP1MessageEnd(body: 38..<44, contentBytes: 6)))
        #expect(parser.position == 44)
    }
}
