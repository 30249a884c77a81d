import Testing
import Wire

@testable import HTTP

@Suite struct RequestWriterTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        arguments: [
            ("GET", .origin("/a?b"), "GET /a?b HTTP/1.1"), ("OPTIONS", .asterisk, "OPTIONS * HTTP/1.1"),
            (
                "GET", .absolute(scheme: "http", HTTPAuthority(host: "o", port: 81), "/a"),
                "GET http://o:81/a HTTP/1.1"
            ),
            (
                "CONNECT", .authority(HTTPAuthority(host: "[::1]", port: 443)),
                "CONNECT [::1]:443 HTTP/1.1"
            ),
            ("M-SEARCH", .origin("/"), "M-SEARCH / HTTP/1.1"),
        ] as [(String, HTTPTarget, String)]
    )
    func `writes all four forms of target`(
        method: String,
        target: HTTPTarget,
        line: String
    ) throws {
        let head = HTTPRequestHead(method: method, target: "\(target)", fields: ["Host": "o"])
        let writer = try HTTP1RequestWriter(head, .none)
        #expect(text(writer.head) == "\(line)\r\nHost: o\r\n\r\n")
        #expect(writer.isFinished)
    }

    @Test(
        arguments: [
            (.none, [:], ""), (.none, ["Content-Length": "0"], "Content-Length: 0\r\n"),
            (.length(5), [:], "Content-Length: 5\r\n"), (.length(0), [:], "Content-Length: 0\r\n"),
            (.length(5), ["content-length": "5", "A": "b"], "content-length: 5\r\nA: b\r\n"),
            (.chunked, [:], "Transfer-Encoding: chunked\r\n"),
            (.chunked, ["transfer-encoding": "Chunked", "A": "b"], "transfer-encoding: Chunked\r\nA: b\r\n"),
        ] as [(HTTP1RequestFraming, HTTPFields, String)]
    )
    func `states the framing once, as spelled in the fields if present`(
        framing: HTTP1RequestFraming,
        fields: HTTPFields,
        lines: String
    ) throws {
        let writer = try HTTP1RequestWriter(.plain("POST", fields), framing)
        #expect(text(writer.head) == "POST / HTTP/1.1\r\nHost: origin.test\r\n\(lines)\r\n")
    }

    @Test func `the version is 1.0 or 1.1, even for an HTTP/2 head`() throws {
        for (version, line) in [
            (HTTPVersion.http2, "GET / HTTP/1.1"), (.http11, "GET / HTTP/1.1"), (.http10, "GET / HTTP/1.0"),
        ] {
            var head = HTTPRequestHead.plain()
            head.version = version
            #expect(text(try HTTP1RequestWriter(head, .none).head).hasPrefix(line + "\r\n"))
        }
    }

    @Test(
        arguments: [
            ("G T", "/", [:], .startLine), ("", "/", [:], .startLine), ("G\u{6F22}T", "/", [:], .startLine),
            ("GET", "", [:], .startLine), ("GET", "/a b", [:], .target), ("GET", "/\u{6F22}", [:], .target),
            ("GET", "/\r\nA: b", [:], .target), ("GET", "/a#b", [:], .target), ("GET", "*", [:], .target),
            ("CONNECT", "/", [:], .target), ("GET", "origin.test:443", [:], .target),
            ("GET", "/", ["Host": "b"], .host), ("GET", "/", ["A b": "c"], .fieldName),
            ("GET", "/", ["": "c"], .fieldName), ("GET", "/", ["A:b": "c"], .fieldName),
            ("GET", "/", ["A\r\nB": "c"], .fieldName), ("GET", "/", ["A": "\u{1}"], .fieldValue),
            ("GET", "/", ["Content-Length": "x"], .contentLength),
            ("GET", "/", ["Content-Length": "1", "content-length": "1"], .contentLength),
            ("GET", "/", ["Content-Length": "1", "Transfer-Encoding": "chunked"], .transferEncoding),
            ("GET", "/", ["Transfer-Encoding": "gzip"], .unknownTransferCoding),
        ] as [(String, String, HTTPFields, HTTP1Error.Problem?)]
    )
    func `refuses a head that a strict server would reject`(
        method: String,
        target: String,
        fields: HTTPFields,
        problem: HTTP1Error.Problem?
    ) {
        var head = HTTPRequestHead.plain(method, fields)
        head.target = target
        var found: HTTP1Error.Problem?
        do throws(HTTP1RequestError) {
            _ = try HTTP1RequestWriter(head, .none)
        } catch {
            if case .malformed(let error) = error { found = error.problem }
        }
        #expect(found == problem)
    }

    @Test(
        arguments: [
            (.none, ["Content-Length": "1"]), (.none, ["Transfer-Encoding": "chunked"]),
            (.length(5), ["Content-Length": "6"]), (.length(5), ["Transfer-Encoding": "chunked"]),
            (.chunked, ["Content-Length": "5"]), (.length(-1), [:]),
        ] as [(HTTP1RequestFraming, HTTPFields)]
    )
    func `rejects fields that contradict the framing`(
        framing: HTTP1RequestFraming,
        fields: HTTPFields
    ) {
        #expect(throws: HTTP1RequestError.contradictoryFraming(framing)) {
            try HTTP1RequestWriter(.plain("POST", fields), framing)
        }
    }

    @Test func `rejects a body for CONNECT and chunks for HTTP/1.0`() {
        #expect(throws: HTTP1RequestError.malformed(HTTP1Error(.contentLength, at: 0))) {
            try HTTP1RequestWriter(.plain("CONNECT"), .length(1))
        }
        var head = HTTPRequestHead.plain("POST")
        head.version = .http10
        #expect(throws: HTTP1RequestError.malformed(HTTP1Error(.transferEncoding, at: 0))) {
            try HTTP1RequestWriter(head, .chunked)
        }
    }

    @Test func `the body must match the stated length`() throws {
        var writer = try HTTP1RequestWriter(.plain("POST"), .length(5))
        #expect(try writer.frame(3) == HTTP1ContentFrame())
        #expect(throws: HTTP1RequestError.contentTooShort(stated: 5, missing: 2)) { try writer.finish() }
        #expect(throws: HTTP1RequestError.contentTooLong(stated: 5, excess: 1)) { try writer.frame(3) }
        #expect(!writer.isFinished)
        #expect(try writer.frame(2) == HTTP1ContentFrame())
        #expect(writer.isFinished)
        #expect(try writer.finish() == [])
        #expect(throws: HTTP1RequestError.trailersWithoutChunks) { try writer.finish(trailers: ["A": "b"]) }
        var bodiless = try HTTP1RequestWriter(.plain(), .none)
        #expect(throws: HTTP1RequestError.contentTooLong(stated: 0, excess: 1)) { try bodiless.frame(1) }
        #expect(try bodiless.frame(0) == HTTP1ContentFrame())
    }

    @Test func `the last chunk is written once, and its trailers cannot affect framing or break out`() throws
    {
        var writer = try HTTP1RequestWriter(.plain("POST"), .chunked)
        #expect(try writer.frame(26) == HTTP1ContentFrame(front: Array("1a\r\n".utf8), back: [13, 10]))
        #expect(try writer.frame(0) == HTTP1ContentFrame())
        #expect(throws: HTTP1RequestError.malformedTrailer(name: "A b")) {
            try writer.finish(trailers: ["A b": "c"])
        }
        let trailers: HTTPFields = ["Content-Length": "9", "transfer-encoding": "x", "Sum": "1\r\nHost: p"]
        #expect(text(try writer.finish(trailers: trailers)) == "0\r\nSum: 1  Host: p\r\n\r\n")
        #expect(throws: HTTP1RequestError.noRequest) { try writer.finish() }
        #expect(throws: HTTP1RequestError.noRequest) { try writer.frame(1) }
    }

    /// Bodies of seeded sizes in seeded pieces, read back by the server's parser.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `the server's parser reads what the client writes`(seed: UInt64) throws {
        var state = seed << 32
        func draw(_ limit: Int) -> Int {
            state += 1
            return Int(SplitMix.mixed(state) % UInt64(limit))
        }
        let content = (0..<draw(3000)).map { UInt8(truncatingIfNeeded: $0) }
        let isChunked = draw(2) == 0
        let framing = isChunked ? HTTP1RequestFraming.chunked : .length(content.count)
        let head = HTTPRequestHead.plain("PUT", HTTPFields(dictionaryLiteral: ("X-\(draw(100))", "\u{E4}")))
        var writer = try HTTP1RequestWriter(head, framing)
        var (stream, place) = (writer.head, 0)
        while place < content.count {
            let piece = content[place..<min(content.count, place + 1 + draw(700))]
            let frame = try writer.frame(piece.count)
            stream += frame.front + piece + frame.back
            place = piece.endIndex
        }
        stream += try writer.finish(trailers: isChunked ? ["X-Sum": "1"] : [:])
        #expect(writer.isFinished)
        let outcome = HTTP1RequestParser(.strict).outcome(of: [(stream + stream)[...]])
        #expect(outcome.error == nil)
        #expect(outcome.messages.count == 2)
        for message in outcome.messages {
            #expect(message.content == content)
            #expect(HTTPFields(message.head.fields.dropLast()) == head.fields)
            #expect(message.end?.trailers == (isChunked ? ["X-Sum": "1"] : [:]))
            #expect(message.end?.isComplete == true)
        }
    }
}
