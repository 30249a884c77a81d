import Testing

@testable import HTTP

@Suite struct RequestParserTests {
    private static let pipelined =
        "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"
        + "POST /b?c=d HTTP/1.1\r\nhost:o\r\nContent-Length: 5\r\n\r\nhello"
        + "\r\nHEAD / HTTP/1.0\r\n\r\n"

    @Test func `pipelined requests are parsed with exact ranges`() throws {
        let outcome = HTTP1RequestParser(.strict).outcome(of: Self.pipelined)
        #expect(outcome.error == nil)
        #expect(outcome.messages.map(\.head.method) == ["GET", "POST", "HEAD"])
        #expect(outcome.messages.map(\.headRange) == [0..<28, 28..<79, 86..<105])
        #expect(outcome.messages.map(\.text) == ["", "hello", ""])
        #expect(outcome.messages.map(\.end?.body) == [28..<28, 79..<84, 105..<105])
        #expect(outcome.messages[1].head.target == "/b?c=d")
        #expect(outcome.messages[2].head.version == .http10)
    }

    @Test func `empty lines before a request are skipped, up to a limit`() throws {
        let request = "GET / HTTP/1.1\r\nHost: o\r\n\r\n"
        let some = HTTP1RequestParser(.strict).outcome(of: String(repeating: "\r\n", count: 4000) + request)
        #expect(some.error == nil && some.messages.count == 1)
        let many = HTTP1RequestParser(.strict).outcome(of: String(repeating: "\r\n", count: 5000) + request)
        #expect(many.error?.problem == .startLine && many.messages.isEmpty)
        // Each request may have some before it.
        let each = String(repeating: String(repeating: "\r\n", count: 3000) + request, count: 5)
        #expect(HTTP1RequestParser(.strict).outcome(of: each).messages.count == 5)
    }

    @Test func `a parser is idle between requests only`() throws {
        var parser = HTTP1RequestParser(.strict)
        #expect(parser.isIdle)
        parser.receive(Array("GET / HTTP/1.1\r\n".utf8))
        #expect(try parser.next() == nil)
        #expect(!parser.isIdle)
        parser.receive(Array("Host: o\r\n\r\n".utf8))
        while try parser.next() != nil {}
        #expect(parser.isIdle)
        #expect(parser.position == 27)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\nHost: o\n\n", HTTP1Error.Problem.bareLineFeed, 0),
        ("GET / HTTP/1.1\r\nHost: o\n\r\n", .bareLineFeed, 16),
        ("GET  / HTTP/1.1\r\nHost: o\r\n\r\n", .startLine, 0),
        ("GET / HTTP/1.1 \r\nHost: o\r\n\r\n", .startLine, 0),
        (" GET / HTTP/1.1\r\nHost: o\r\n\r\n", .startLine, 0),
        ("G@T / HTTP/1.1\r\nHost: o\r\n\r\n", .startLine, 0),
        ("GET /\u{7F} HTTP/1.1\r\nHost: o\r\n\r\n", .startLine, 0),
        ("GET /é HTTP/1.1\r\nHost: o\r\n\r\n", .startLine, 0),
        ("GET /\r\n\r\n", .startLine, 0),
        ("GET / http/1.1\r\n\r\n", .startLine, 0),
        ("GET / HTTP/1.10\r\n\r\n", .startLine, 0),
        ("GET / HTTP/2.0\r\n\r\n", .version, 0),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .version, 0),
        ("\u{16}\u{3}\u{1}\u{2}\r\n", .startLine, 0),
        ("GET / HTTP/1.1\r\n\r\n", .host, 0),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .host, 0),
        ("GET / HTTP/1.1\r\nHost : o\r\n\r\n", .fieldName, 16),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", .fieldName, 16),
        ("GET / HTTP/1.1\r\n: o\r\n\r\n", .fieldName, 16),
        ("GET / HTTP/1.1\r\n Host: o\r\n\r\n", .fieldName, 16),
        ("GET / HTTP/1.1\r\nHost: o\r\n p\r\n\r\n", .foldedField, 25),
        ("GET / HTTP/1.1\r\nHost: o\r\nA: b\rc\r\n\r\n", .fieldValue, 25),
        ("GET / HTTP/1.1\r\nHost: o\r\nA: b\0c\r\n\r\n", .fieldValue, 25),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .contentLength, 0),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", .contentLength, 0),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: 1, 1\r\n\r\n", .contentLength, 0),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: +1\r\n\r\n", .contentLength, 0),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: -1\r\n\r\n", .contentLength, 0),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: 0x1\r\n\r\n", .contentLength, 0),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length:\r\n\r\n", .contentLength, 0),
        ("GET / HTTP/1.1\r\nHost: o\r\nContent-Length: 9999999999999999999\r\n\r\n", .contentLength, 0),
        (
            "POST / HTTP/1.1\r\nHost: o\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            .transferEncoding, 0
        ),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding, 0),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", .transferEncoding, 0),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked, gzip\r\n\r\n", .transferEncoding, 0),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding:\r\n\r\n", .transferEncoding, 0),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: xchunked\r\n\r\n", .unknownTransferCoding, 0),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .unknownTransferCoding, 0),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .chunkSize, 56),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .chunkSize, 56),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n", .chunkSize, 56),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n", .bareLineFeed, 56),
        ("POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n", .chunkEnd, 64),
        (
            "POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
            .chunkSize, 56
        ),
        ("GET / HTT", .truncatedHead, 0),
    ])
    func `rejects an ambiguous request`(
        text: String,
        problem: HTTP1Error.Problem,
        offset: Int
    ) {
        let outcome = HTTP1RequestParser(.strict).outcome(of: text)
        #expect(outcome.error == HTTP1Error(problem, at: offset))
    }

    @Test func `a fault is thrown again regardless of later bytes`() {
        var parser = HTTP1RequestParser(.strict)
        parser.receive(Array("bad\r\n".utf8))
        #expect(throws: HTTP1Error(.startLine, at: 0)) { try parser.next() }
        parser.receive(Array(Self.pipelined.utf8))
        #expect(throws: HTTP1Error(.startLine, at: 0)) { try parser.next() }
    }

    @Test func `requests before a fault are still delivered`() {
        let outcome = HTTP1RequestParser(.strict).outcome(of: Self.pipelined + "nonsense\r\n")
        #expect(outcome.messages.count == 3)
        #expect(outcome.error == HTTP1Error(.startLine, at: 105))
    }

    @Test func `a head may be as large as its limit and no larger`() {
        let limits = HTTP1Limits(head: 100, startLine: 50)
        let frame = "GET / HTTP/1.1\r\nHost: o\r\nA: \r\n\r\n"
        let fits = frame.replacing("A: ", with: "A: " + String(repeating: "x", count: 100 - frame.utf8.count))
        #expect(HTTP1RequestParser(.strict, limits: limits).outcome(of: fits).messages.count == 1)
        let larger = fits.replacing("x\r\n", with: "xx\r\n")
        let refused = HTTP1RequestParser(.strict, limits: limits).outcome(of: larger)
        #expect(refused.error == HTTP1Error(.headTooLarge, at: 0))
        #expect(refused.error?.status == 431)
        let long = "GET /" + String(repeating: "x", count: 60)
        let tooLong = HTTP1RequestParser(.strict, limits: limits).outcome(of: long, isFinished: false)
        #expect(tooLong.error == HTTP1Error(.startLineTooLong, at: 0))
        #expect(tooLong.error?.status == 414)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\nHost : o\n p\n\n", "o p"),
        ("GET / HTTP/1.1\r\nHost: \t o \r\n\r\n", "o"),
        ("GET  /  HTTP/1.1\r\nrubbish\r\nHOST:o\r\n\r\n", "o"),
    ])
    func `the lenient grammar accepts what common programs accept`(text: String, host: String) {
        let outcome = HTTP1RequestParser(.lenient).outcome(of: text)
        #expect(outcome.error == nil)
        #expect(outcome.messages.first?.head.fields["host"] == host)
    }

    @Test func `every split of the stream gives the same events`() {
        let stream =
            Self.pipelined
            + "PUT /c HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nTrailer: t\r\n\r\nGET /d HTTP/1.1\r\nHost: o\r\n\r\nG"
        let bytes = Array(stream.utf8)
        for grammar in [HTTP1Grammar.strict, .lenient] {
            let whole = HTTP1RequestParser(grammar).outcome(of: [bytes[...]])
            #expect(whole.messages.count == 5)
            #expect(whole.messages[3].text == "hello!")
            #expect(whole.messages[3].end?.trailers["trailer"] == "t")
            #expect(whole.error == HTTP1Error(.truncatedHead, at: bytes.count - 1))
            for cut in bytes.indices {
                let parts = [bytes[..<cut], bytes[cut...]]
                #expect(HTTP1RequestParser(grammar).outcome(of: parts) == whole)
            }
            let single = bytes.indices.map { bytes[$0...$0] }
            #expect(HTTP1RequestParser(grammar).outcome(of: single) == whole)
        }
    }

    @Test(arguments: [
        ("HTTP/1.1", nil, true), ("HTTP/1.1", "close", false), ("HTTP/1.1", "x, CLOSE", false),
        ("HTTP/1.0", nil, false), ("HTTP/1.0", "Keep-Alive", true), ("HTTP/1.0", "keep-alive, close", false),
    ])
    func `persistence follows version and Connection`(version: String, connection: String?, isKept: Bool) {
        var head = HTTPRequestHead(
            method: "GET",
            target: "/",
            version: version == "HTTP/1.1" ? .http11 : .http10
        )
        head.fields["Connection"] = connection
        #expect(head.wantsPersistence == isKept)
    }

    @Test(arguments: [20, 300, 2000])
    func `delivered content is unchanged by later bytes`(count: Int) throws {
        var parser = HTTP1RequestParser(.strict)
        let head = "PUT / HTTP/1.1\r\nHost: o\r\nContent-Length: \(2 * count)\r\n\r\n"
        parser.receive(Array(head.utf8)[...])
        _ = try parser.next()
        var contents: [ArraySlice<UInt8>] = []
        for byte: UInt8 in [1, 2] {
            let content = [UInt8](repeating: byte, count: count)
            parser.receive(content[...])
            while case .body(let content, _) = try parser.next() { contents.append(content) }
        }
        parser.receive([UInt8](repeating: 3, count: count)[...])
        #expect(contents.map { Set($0) } == [[1], [2]])
        #expect(contents.map(\.count) == [count, count])
    }
}
