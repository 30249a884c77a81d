import Testing

@testable import HTTP

/// Attempts to make two programs see different requests, or one hold too much.
@Suite struct SmugglingTests {
    private static let chunked = "POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: chunked\r\n"

    @Test(arguments: [
        // Two framings, or an ambiguous one.
        ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400),
        ("Content-Length: 5\r\nContent-Length: 6\r\n", 400), ("Content-Length: 5, 5\r\n", 400),
        ("Content-Length: 5;\r\n", 400), ("Content-Length: 5 5\r\n", 400), ("Content-Length: ５\r\n", 400),
        ("Content-Length: 18446744073709551621\r\n", 400), ("Content-Length: \u{B}5\r\n", 400),
        ("Transfer-Encoding: chunked, identity\r\n", 400), ("Transfer-Encoding: identity, chunked\r\n", 501),
        ("Transfer-Encoding: identity\r\n", 501), ("Transfer-Encoding: gzip\r\n", 501),
        ("Transfer-Encoding: \"chunked\"\r\n", 501), ("Transfer-Encoding: chunked;q=1\r\n", 501),
        ("Transfer-Encoding: \u{B}chunked\r\n", 400),
        ("Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n", 501),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", 400),
        ("Transfer-Encoding:\r\nContent-Length: 5\r\n", 400),
        // Lines that another program might join, cut or miss.
        ("Transfer-Encoding : chunked\r\n", 400), ("Transfer-Encoding\t: chunked\r\n", 400),
        (" Transfer-Encoding: chunked\r\n", 400), ("X: y\r\n\tTransfer-Encoding: chunked\r\n", 400),
        ("X: y\nTransfer-Encoding: chunked\r\n", 400), ("X: y\rTransfer-Encoding: chunked\r\n", 400),
        ("X: y\r\r\nTransfer-Encoding: chunked\r\n", 400), ("X: y\0\r\n", 400), ("X\0: y\r\n", 400),
        ("X: y\u{8}\r\n", 400), ("X: y\u{7F}\r\n", 400), ("X y\r\n", 400), ("\u{80}X: y\r\n", 400),
        ("X(a): y\r\n", 400),
        ("\r\r\n", 400),
        // The addressed host.
        ("Host: o\r\n", 400), ("Host: p\r\n", 400), ("hOST: o\r\n", 400),
    ])
    func `an ambiguous head is rejected with its status`(lines: String, status: Int) {
        let text = "POST / HTTP/1.1\r\nHost: o\r\n\(lines)\r\n0\r\n\r\nGET /next HTTP/1.1\r\nHost: o\r\n\r\n"
        let outcome = HTTP1RequestParser(.strict).outcome(of: text)
        #expect(outcome.error?.status == status)
        #expect(outcome.messages.isEmpty)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: o p\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: o/p\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: u@o\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: o:x\r\n\r\n", 400), ("GET / HTTP/1.0\r\nHost: o\r\nHost: p\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\nHost: o\\p\r\n\r\n", 400), ("GET http://o/ HTTP/1.1\r\n\r\n", 400),
        ("GET http://u@o/ HTTP/1.1\r\nHost: o\r\n\r\n", 400), ("GET /a#b HTTP/1.1\r\nHost: o\r\n\r\n", 400),
        ("GET a HTTP/1.1\r\nHost: o\r\n\r\n", 400), ("GET * HTTP/1.1\r\nHost: o\r\n\r\n", 400),
        ("GET /\t HTTP/1.1\r\nHost: o\r\n\r\n", 400), ("GET /\rX HTTP/1.1\r\nHost: o\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\r\nHost: o\r\n\r\n", 400), ("GET\t/ HTTP/1.1\r\nHost: o\r\n\r\n", 400),
        ("CONNECT / HTTP/1.1\r\nHost: o\r\n\r\n", 400),
        ("CONNECT o:1 HTTP/1.1\r\nHost: o:1\r\nContent-Length: 5\r\n\r\n", 400),
        ("CONNECT o:1 HTTP/1.1\r\nHost: o:1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), ("GET / HTTP/3.0\r\nHost: o\r\n\r\n", 505),
        ("GET / HTTP/0.9\r\n\r\n", 505), ("GET / HTTP/1.1", 400),
    ])
    func `an invalid request line or Host is rejected with its status`(text: String, status: Int) {
        let outcome = HTTP1RequestParser(.strict).outcome(of: text)
        #expect(outcome.error?.status == status)
        #expect(outcome.messages.isEmpty)
    }

    @Test(arguments: [
        "FFFFFFFFFFFFFFFF", "10000000000000000", "7FFFFFFFFFFFFFFFF", "0x5", "-5", "+5", " 5", "5 ", "5\t",
        "", ";a", "5\0",
        "5,", "５", "5\r", "5;a\rb", "5;a\0",
    ])
    func `rejects chunk sizes with anything but hexadecimal digits`(line: String) {
        let outcome = HTTP1RequestParser(.strict).outcome(
            of: Self.chunked + "\r\n\(line)\r\nhello\r\n0\r\n\r\n"
        )
        #expect(outcome.error?.status == 400)
        #expect(outcome.messages.first?.end == nil)
        #expect(outcome.messages.first?.text == "")
    }

    @Test func `chunk extensions are ignored up to a total limit`() {
        let limits = HTTP1Limits(chunkExtensions: 40)
        func outcome(_ count: Int, _ grammar: HTTP1Grammar = .strict) -> Outcome<HTTPRequestHead> {
            let chunks = String(repeating: "1;abcdefgh\r\nx\r\n", count: count)
            return HTTP1RequestParser(grammar, limits: limits).outcome(
                of: Self.chunked + "\r\n\(chunks)0\r\n\r\n"
            )
        }
        #expect(outcome(4).messages.first?.text == "xxxx")
        #expect(outcome(4).error == nil)
        #expect(outcome(5).error?.problem == .chunkExtensions)
        #expect(outcome(5).error?.status == 400)
        #expect(outcome(5, .lenient).error == nil)
    }

    @Test func `an endless chunk extension is rejected early`() {
        let flood = "1;" + String(repeating: "a", count: 5000)
        let outcome = HTTP1RequestParser(.strict).outcome(
            of: Self.chunked + "\r\n" + flood,
            isFinished: false
        )
        #expect(outcome.error?.status == 400)
    }

    @Test func `trailers are limited like heads and do not affect framing`() throws {
        let limits = HTTP1Limits(head: 200, fields: 3)
        func outcome(_ trailers: String) -> Outcome<HTTPRequestHead> {
            HTTP1RequestParser(.strict, limits: limits).outcome(
                of: Self.chunked + "\r\n0\r\n\(trailers)\r\nGET /next HTTP/1.1\r\nHost: o\r\n\r\n"
            )
        }
        let framed = outcome("Content-Length: 9\r\nTransfer-Encoding: chunked\r\nHost: p\r\n")
        #expect(framed.error == nil)
        #expect(framed.messages.map(\.head.target) == ["/", "/next"])
        #expect(framed.messages[0].head.fields["Content-Length"] == nil)
        #expect(outcome("A: b\r\nA: b\r\nA: b\r\nA: b\r\n").error?.status == 431)
        #expect(outcome("A: \(String(repeating: "b", count: 200))\r\n").error?.status == 431)
        #expect(outcome("A : b\r\n").error?.status == 400)
        #expect(outcome(" A: b\r\n").error?.status == 400)
    }

    @Test func `the number of fields is limited`() {
        func head(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: o\r\n" + String(repeating: "A:\r\n", count: count - 1) + "\r\n"
        }
        let limit = HTTP1Limits().fields
        #expect(HTTP1RequestParser(.strict).outcome(of: head(limit)).messages.count == 1)
        let refused = HTTP1RequestParser(.strict).outcome(of: head(limit + 1))
        #expect(refused.error?.problem == .tooManyFields)
        #expect(refused.error?.status == 431)
        #expect(HTTP1RequestParser(.lenient).outcome(of: head(limit + 1)).messages.count == 1)
    }

    @Test(arguments: [
        ("GET /", "a", 414), ("GET /", "%41", 414), ("GET / HTTP/1.1\r\nHost: o\r\nA: ", "a", 431),
        ("GET / HTTP/1.1\r\nHost: o\r\n", "A: b\r\n", 431), ("GET / HTTP/1.1\r\nHost: o\r\n", "A", 431),
        ("GET / HTTP/1.1\r\nHost: o\r\n", "A: 0123456789abcdef0123456789abcdef0123456789abcdef\r\n", 431),
    ])
    func `oversized requests are rejected before they are complete`(start: String, more: String, status: Int)
    {
        let text = start + String(repeating: more, count: 1_000_000 / more.utf8.count)
        var parser = HTTP1RequestParser(.strict)
        var given = 0
        let bytes = Array(text.utf8)
        var error: HTTP1Error?
        while error == nil, given < bytes.count {
            parser.receive(bytes[given..<min(given + 4096, bytes.count)])
            given += 4096
            do throws(HTTP1Error) { _ = try parser.next() } catch let fault { error = fault }
        }
        #expect(error?.status == status)
        #expect(given <= HTTP1Limits().head + 4096)
    }

    @Test(arguments: [
        "GET http://o/a HTTP/1.1\r\nHost: o\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: o\r\n\r\n",
        "CONNECT o:443 HTTP/1.1\r\nHost: o:443\r\n\r\n", "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.2\r\nHost: o\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: o\r\nContent-Length: \t0 \r\n\r\n",
        "POST / HTTP/1.1\r\nHost: o\r\nTransfer-Encoding: ,Chunked\r\n\r\n0;a=\"b\"\r\n\r\n",
        "M-SEARCH / HTTP/1.1\r\nHost: o\r\nX: \u{80}\u{FF}\r\n\r\n",
    ])
    func `unusual but unambiguous requests are accepted`(text: String) {
        let outcome = HTTP1RequestParser(.strict).outcome(of: text + text)
        #expect(outcome.error == nil)
        #expect(outcome.messages.count == 2)
    }
}
