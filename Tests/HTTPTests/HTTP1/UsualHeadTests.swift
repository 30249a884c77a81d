import Testing
import Wire

@testable import HTTP

/// Heads that are parsed in one pass, with the same result.
@Suite struct UsualHeadTests {
    private static let usual =
        "GET /a/b.jpg?c=d HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: a (b; c) d/1.0\r\nX: y\r\n\r\n"

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func isUsual(_ bytes: [UInt8], _ limits: HTTP1Limits = HTTP1Limits()) -> Bool {
        HTTPRequestHead.usual(bytes, from: 0, limits) != nil
    }

    /// Compares the result at once with that byte by byte, which is parsed line by line.
    private func areAlike(_ bytes: [UInt8], _ limits: HTTP1Limits = HTTP1Limits()) -> Bool {
        let parser = HTTP1RequestParser(.strict, limits: limits)
        return parser.outcome(of: [bytes[...]]) == parser.outcome(of: bytes.indices.map { bytes[$0...$0] })
    }

    @Test func `a usual head is parsed in one pass, up to its end`() throws {
        let text = "??" + Self.usual + "GET"
        let found = try #require(HTTPRequestHead.usual(bytes(text), from: 2, HTTP1Limits()))
        #expect(found.end == text.utf8.count - 3)
        #expect(found.head.method == "GET" && found.head.target == "/a/b.jpg?c=d")
        #expect(found.head.fields == ["Host": "127.0.0.1:8080", "User-Agent": "a (b; c) d/1.0", "X": "y"])
        #expect(found.head.fields["user-agent"] == "a (b; c) d/1.0")
        #expect(areAlike(bytes(Self.usual + Self.usual)))
    }

    @Test(
        arguments: [
            "POST / HTTP/1.1\r\nHost: o\r\n\r\n", "GET * HTTP/1.1\r\nHost: o\r\n\r\n",
            "GET / HTTP/1.0\r\nHost: o\r\n\r\n", "GET http://o/ HTTP/1.1\r\nHost: o\r\n\r\n",
            "GET /#a HTTP/1.1\r\nHost: o\r\n\r\n", "GET / HTTP/1.1\r\nHost:o\r\n\r\n",
            "GET / HTTP/1.1\r\nHost:  o\r\n\r\n", "GET / HTTP/1.1\r\nHost: o \r\n\r\n",
            "GET / HTTP/1.1\r\nHost: o\r\nA: b\tc\r\n\r\n", "GET / HTTP/1.1\r\nHost: o\r\nA: \r\n\r\n",
            "GET / HTTP/1.1\r\nHost: o\r\nA: \u{E4}\r\n\r\n", "GET / HTTP/1.1\r\nHost: o\r\n b\r\n\r\n",
            "GET / HTTP/1.1\nHost: o\n\n", "\r\nGET / HTTP/1.1\r\nHost: o\r\n\r\n",
        ]
    )
    func `other heads are left to the line parser`(text: String) {
        #expect(!isUsual(bytes(text)))
        #expect(areAlike(bytes(text)))
    }

    @Test func `a truncated head is not parsed`() {
        let whole = bytes(Self.usual)
        for end in whole.indices {
            #expect(!isUsual(Array(whole[..<end])))
            #expect(areAlike(Array(whole[..<end])))
        }
        #expect(isUsual(whole))
    }

    @Test func `a wrong byte anywhere gives the same result as the line parser`() {
        let whole = bytes(Self.usual)
        for place in whole.indices {
            for byte in [0, 9, 10, 13, 31, 32, 33, 35, 58, 64, 71, 126, 127, 128, 255] as [UInt8] {
                var other = whole
                other[place] = byte
                #expect(areAlike(other), "\(byte) at \(place)")
                other = whole
                other.insert(byte, at: place)
                #expect(areAlike(other), "\(byte) before \(place)")
            }
        }
    }

    @Test func `limits are the same as in the line parser`() {
        let whole = bytes(Self.usual)
        let line = Self.usual.utf8.prefix { $0 != 0x0A }.count + 1
        for (limits, fits) in [
            (HTTP1Limits(head: whole.count), true), (HTTP1Limits(head: whole.count - 1), false),
            (HTTP1Limits(startLine: line), true), (HTTP1Limits(startLine: line - 1), false),
            (HTTP1Limits(fields: 3), true), (HTTP1Limits(fields: 2), false),
        ] {
            #expect(isUsual(whole, limits) == fits)
            #expect(areAlike(whole, limits))
        }
    }

    @Test func `plain text ends at its first non-plain byte, wherever it stands`() {
        for length in 0..<20 {
            for place in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: 0x41, count: length)
                    bytes[place] = byte
                    let isPlain = byte >= 0x20 && byte < 0x7F
                    #expect(
                        HTTPText.endOfPlain(bytes, from: 0, least: 0x20) == (isPlain ? length : place)
                    )
                }
            }
        }
    }
}
