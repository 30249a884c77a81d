import Testing
import Wire

@testable import HTTP

/// Attempts to make two programs see different responses, or one hold too much.
@Suite struct HostileServerTests {
    @Test(arguments: [
        // Two framings, or an ambiguous one.
        ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", HTTP1Error.Problem.transferEncoding, 0),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", .transferEncoding, 0),
        ("Content-Length: 5\r\nContent-Length: 6\r\n", .contentLength, 0),
        ("Content-Length: 5\r\nContent-Length: 5\r\n", .contentLength, 0),
        ("Content-Length: 5, 5\r\n", .contentLength, 0), ("Content-Length: +5\r\n", .contentLength, 0),
        ("Content-Length: -5\r\n", .contentLength, 0), ("Content-Length: 0x5\r\n", .contentLength, 0),
        ("Content-Length: 5 5\r\n", .contentLength, 0), ("Content-Length:\r\n", .contentLength, 0),
        ("Content-Length: 9999999999999999999\r\n", .contentLength, 0),
        ("Transfer-Encoding: gzip\r\n", .unknownTransferCoding, 0),
        ("Transfer-Encoding: gzip, chunked\r\n", .unknownTransferCoding, 0),
        ("Transfer-Encoding: identity\r\n", .unknownTransferCoding, 0),
        ("Transfer-Encoding: xchunked\r\n", .unknownTransferCoding, 0),
        ("Transfer-Encoding: chunked, gzip\r\n", .transferEncoding, 0),
        ("Transfer-Encoding: chunked, chunked\r\n", .transferEncoding, 0),
        ("Transfer-Encoding:\r\n", .transferEncoding, 0),
        // Lines that another program might join, cut or miss.
        ("Transfer-Encoding : chunked\r\n", .fieldName, 17),
        ("Transfer-Encoding\t: chunked\r\n", .fieldName, 17),
        (" Transfer-Encoding: chunked\r\n", .fieldName, 17),
        ("X: y\r\n\tTransfer-Encoding: chunked\r\n", .foldedField, 23),
        ("X: y\r\n z\r\n", .foldedField, 23), ("X: y\nZ: z\r\n", .bareLineFeed, 17),
        ("X: y\rZ: z\r\n", .fieldValue, 17), ("X: y\r\r\n", .fieldValue, 17), ("X: y\0\r\n", .fieldValue, 17),
        ("X\0: y\r\n", .fieldName, 17), ("X: y\u{7F}\r\n", .fieldValue, 17), ("X\r\n", .fieldName, 17),
        (": y\r\n", .fieldName, 17), ("\u{E4}: y\r\n", .fieldName, 17),
    ])
    func `rejects an ambiguous head`(
        lines: String,
        problem: HTTP1Error.Problem,
        offset: Int
    ) {
        let outcome = ClientOutcome(of: "HTTP/1.1 200 OK\r\n\(lines)\r\n0\r\n\r\n")
        #expect(outcome.error == HTTP1Error(problem, at: offset))
        #expect(outcome.head == nil)
        #expect(outcome.persistence == .over(.fault(HTTP1Error(problem, at: offset))))
    }

    @Test(arguments: [
        ("\r\nHTTP/1.1 200 OK\r\n\r\n", HTTP1Error.Problem.startLine),
        ("HTTP/1.1 200 OK\n\r\n", .bareLineFeed),
        (" HTTP/1.1 200 OK\r\n\r\n", .startLine), ("HTTP/1.1  200 OK\r\n\r\n", .startLine),
        ("HTTP/1.1\t200 OK\r\n\r\n", .startLine), ("HTTP/1.1 20 OK\r\n\r\n", .startLine),
        ("HTTP/1.1 2000 OK\r\n\r\n", .startLine), ("HTTP/1.1 099 OK\r\n\r\n", .startLine),
        ("HTTP/1.1 +20 OK\r\n\r\n", .startLine), ("HTTP/1.1 200 O\rK\r\n\r\n", .startLine),
        ("HTTP/1.1 200 O\0K\r\n\r\n", .startLine), ("http/1.1 200 OK\r\n\r\n", .startLine),
        ("HTTP/1.10 200 OK\r\n\r\n", .startLine), ("HTTP/2.0 200 OK\r\n\r\n", .version),
        ("ICY 200 OK\r\n\r\n", .startLine), ("GET / HTTP/1.1\r\n\r\n", .startLine),
        ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding),
    ])
    func `rejects a malformed status line`(text: String, problem: HTTP1Error.Problem) {
        #expect(ClientOutcome(of: text).error == HTTP1Error(problem, at: 0))
    }

    @Test(arguments: [
        ("204 No Content\r\nContent-Length: 5\r\n\r\n", HTTP1Error.Problem.contentLength),
        ("204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding),
        ("100 Continue\r\nContent-Length: 5\r\n\r\n", .contentLength),
        ("103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding),
        ("101 Switching Protocols\r\nContent-Length: 5\r\n\r\n", .contentLength),
        ("304 Not Modified\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncoding),
        ("304 Not Modified\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", .contentLength),
    ])
    func `rejects framing fields in a response without a body`(text: String, problem: HTTP1Error.Problem) {
        let head = HTTPRequestHead.plain("HEAD", ["Upgrade": "websocket"])
        for request in [HTTPRequestHead.upgrading, head] {
            let outcome = ClientOutcome(of: "HTTP/1.1 " + text, to: request)
            #expect(outcome.error == HTTP1Error(problem, at: 0))
        }
    }

    @Test func `rejects an unrequested protocol switch`() {
        let outcome = ClientOutcome(of: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n")
        #expect(outcome.error == HTTP1Error(.unaskedSwitch, at: 0))
        #expect(outcome.switched == nil)
    }

    @Test(arguments: [
        ("FFFFFFFFFFFFFFFF\r\n", HTTP1Error.Problem.chunkSize, 0), ("10000000000000000\r\n", .chunkSize, 0),
        ("0x5\r\n", .chunkSize, 0), ("-5\r\n", .chunkSize, 0), (" 5\r\n", .chunkSize, 0),
        ("5 \r\n", .chunkSize, 0), ("\r\n", .chunkSize, 0), (";a\r\n", .chunkSize, 0),
        ("5\0\r\n", .chunkSize, 0), ("5;a\rb\r\n", .chunkSize, 0), ("1\n", .bareLineFeed, 0),
        ("1\r\nab\r\n", .chunkEnd, 4), ("1\r\na\n", .bareLineFeed, 4), ("1\r\na0\r\n\r\n", .chunkEnd, 4),
        ("0\r\nA : b\r\n\r\n", .fieldName, 3), ("0\r\nA: b\n\r\n", .bareLineFeed, 3),
        ("0\r\nA: b\r\n c\r\n\r\n", .foldedField, 9),
    ])
    func `rejects a malformed chunk`(text: String, problem: HTTP1Error.Problem, offset: Int) {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let outcome = ClientOutcome(of: head + text)
        #expect(outcome.error == HTTP1Error(problem, at: head.utf8.count + offset))
        #expect(outcome.head?.status == 200 && outcome.end == nil)
    }

    @Test func `limits heads, fields and chunk extensions`() {
        let limits = HTTP1Limits(head: 200, startLine: 40, fields: 3, chunkExtensions: 10)
        let start = "HTTP/1.1 200 OK\r\n"
        let chunked = start + "Transfer-Encoding: chunked\r\n\r\n"
        for (text, problem, offset) in [
            ("HTTP/1.1 200 " + String(repeating: "a", count: 30), HTTP1Error.Problem.startLineTooLong, 0),
            (start + "A: " + String(repeating: "a", count: 300), .headTooLarge, 0),
            (start + "A: b\r\nA: b\r\nA: b\r\nA: b\r\n", .tooManyFields, 35),
            (chunked + "1;" + String(repeating: "a", count: 10) + "\r\n", .chunkExtensions, 47),
            (chunked + "0\r\nA: " + String(repeating: "a", count: 300), .headTooLarge, 50),
        ] {
            #expect(ClientOutcome(of: text, limits: limits).error == HTTP1Error(problem, at: offset))
        }
    }

    // MARK: Cuts and mutations

    private static let streams: [(HTTPRequestHead, String)] = [
        (
            .plain(),
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\nA\r\n0123456789\r\n0\r\nSum: 1\r\n\r\n"
        ),
        (.plain(), "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX: \u{E4}\r\n\r\nabcdexcess"),
        (.plain("HEAD"), "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"),
        (.plain(), "HTTP/1.0 200 OK\r\n\r\nto the end"),
        (.plain(), "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcX"),
        (.plain(), "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"),
        (.upgrading, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\0\u{1}\r\n\r\n"),
        (.plain("CONNECT"), "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"),
    ]

    /// The outcome of the whole bytes, which is the same however they are cut.
    private func outcome(_ bytes: [UInt8], to request: HTTPRequestHead, _ limits: HTTP1Limits)
        -> ClientOutcome
    {
        let whole = ClientOutcome(of: [bytes[...]], to: request, isClosed: true, limits: limits)
        let single = bytes.indices.map { bytes[$0...$0] }
        #expect(ClientOutcome(of: single, to: request, isClosed: true, limits: limits) == whole)
        return whole
    }

    @Test(arguments: HostileServerTests.streams)
    func `every split of the stream gives the same events`(request: HTTPRequestHead, text: String) {
        let bytes = Array(HTTPText.bytes(text))
        let whole = outcome(bytes, to: request, HTTP1Limits())
        for cut in bytes.indices {
            let pieces = [bytes[..<cut], bytes[cut...]]
            #expect(ClientOutcome(of: pieces, to: request, isClosed: true) == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: HostileServerTests.streams)
    func `every truncation ends in a result or a typed fault`(request: HTTPRequestHead, text: String) {
        let bytes = Array(HTTPText.bytes(text))
        for count in bytes.indices {
            let outcome = ClientOutcome(of: [bytes[..<count]], to: request, isClosed: true)
            #expect(outcome.error != nil || outcome.end?.isComplete == true || outcome.switched != nil)
            #expect(outcome.persistence != .underWay && outcome.persistence != .ready)
        }
    }

    @Test(arguments: HostileServerTests.streams)
    func `corrupted bytes give a result or a consistent fault`(request: HTTPRequestHead, text: String) {
        let bytes = Array(HTTPText.bytes(text))
        let limits = HTTP1Limits(head: 120, startLine: 60, fields: 4, chunkExtensions: 8, interimHeads: 2)
        for seed in 0..<300 as Range<UInt64> {
            var (state, changed) = (seed << 32, bytes)
            func draw(_ limit: Int) -> Int {
                state += 1
                return Int(SplitMix.mixed(state) % UInt64(limit))
            }
            let strange: [UInt8] = [0, 9, 10, 13, 32, 48, 58, 59, 102, 127, 128, 255]
            for _ in 0...draw(3) {
                let place = draw(changed.count)
                switch draw(4) {
                case 0: changed[place] = strange[draw(strange.count)]
                case 1: changed.insert(strange[draw(strange.count)], at: place)
                case 2: changed.remove(at: place)
                default: changed.insert(contentsOf: changed[place..<min(changed.count, place + 9)], at: place)
                }
            }
            let outcome = outcome(changed, to: request, limits)
            #expect(outcome.error == nil || outcome.persistence == outcome.error.map { .over(.fault($0)) })
        }
    }
}
