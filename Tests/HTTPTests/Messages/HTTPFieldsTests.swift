import Testing

@testable import HTTP

@Suite struct HTTPFieldsTests {
    @Test func `fields appended as bytes are kept except for line breaks and NUL`() {
        var fields = HTTPFields()
        for (name, value) in [("ETag", "\"1\""), ("X-Empty", ""), ("X-Odd", "a\r\nb\0c\td")] {
            Array(name.utf8).withUnsafeBytes { name in
                Array(value.utf8).withUnsafeBytes { fields.append(name: name, value: $0) }
            }
        }
        #expect(fields == ["ETag": "\"1\"", "X-Empty": "", "X-Odd": "a  b c\td"])
        let latin: [UInt8] = [0x61, 0xE4]
        latin.withUnsafeBytes { value in
            Array("X-Latin".utf8).withUnsafeBytes { fields.append(name: $0, value: value) }
        }
        #expect(fields["x-latin"] == "a\u{E4}")
    }

    @Test func `names are case-insensitive and order is kept`() {
        var fields: HTTPFields = ["ETag": "a", "Set-Cookie": "1", "set-cookie": "2"]
        #expect(fields["etag"] == "a")
        #expect(fields["e-tag"] == nil)
        #expect(fields.values("SET-COOKIE") == ["1", "2"])
        #expect(fields.combined("set-cookie") == "1, 2")
        fields["Set-cookie"] = "3"
        #expect(fields.map(\.value) == ["a", "3"])
        fields["etag"] = nil
        #expect(fields.count == 1)
    }

    @Test func `setting a field leaves the others unchanged`() {
        var fields: HTTPFields = ["A": "1", "b": "2", "B": "3", "": "4"]
        fields["B"] = "5"
        #expect(fields.map(\.name) == ["A", "B", ""] && fields.map(\.value) == ["1", "5", "4"])
        fields["c"] = "6"
        #expect(fields == ["A": "1", "B": "5", "": "4", "c": "6"])
        #expect(fields["a"] == "1" && fields["d"] == nil && !fields.has("D"))
    }

    @Test func `mayHave never misses a field and may report false positives`() {
        let names = HTTPFieldNames("If-Match", "Range")
        #expect(!HTTPFields().mayHave(names))
        #expect(!(["Host": "a", "Accept": "b"] as HTTPFields).mayHave(names))
        #expect((["RANGE": "bytes=0-1"] as HTTPFields).mayHave(names))
        // The same length and first letter.
        let like: HTTPFields = ["If-Watch": "x"]
        #expect(like.mayHave(names) && like["If-Match"] == nil)
    }

    @Test(arguments: [
        ("Host: a\r\n", "a"), ("Host: a\r\nhOST: b\r\n", nil), ("X: a\r\n", nil), ("Host:\r\n", ""),
    ])
    func `only returns the value of a field that occurs once`(lines: String, value: String?) throws {
        let bytes = Array("GET / HTTP/1.0\r\n\(lines)\r\n".utf8)
        let head = try #require(HTTP1RequestParser(.lenient).outcome(of: [bytes[...]]).messages.first?.head)
        #expect(head.fields.only("Host").map { HTTPText.string($0) } == value)
    }

    @Test func `says compares the only value of a field byte for byte`() {
        let fields: HTTPFields = ["A": "xy", "b": "1", "B": "1"]
        #expect(fields.hasOnly("a", Array("xy".utf8)))
        #expect(!fields.hasOnly("A", Array("xz".utf8)) && !fields.hasOnly("A", Array("x".utf8)))
        #expect(!fields.hasOnly("B", Array("1".utf8)) && !fields.hasOnly("c", []))
    }

    @Test(arguments: ["A: b", "A:b", "A:   b  ", "A: \tb"])
    func `whitespace around a value is removed`(line: String) throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: h\r\n\(line)\r\n\r\n".utf8)
        let head = try #require(HTTP1RequestParser(.strict).outcome(of: [bytes[...]]).messages.first?.head)
        #expect(head.fields == ["Host": "h", "A": "b"])
    }

    @Test func `changing a head leaves its copies unchanged`() {
        let first = HTTPRequestHead(method: "GET", target: "/", fields: ["A": "1"])
        var second = first
        second.fields["A"] = "2"
        second.target = "/b"
        #expect(first == HTTPRequestHead(method: "GET", target: "/", fields: ["A": "1"]))
        #expect(second == HTTPRequestHead(method: "GET", target: "/b", fields: ["A": "2"]))
        #expect(Set([first, second, first]).count == 2)
    }

    @Test func `a token list spans all lines of its field`() {
        let fields: HTTPFields = ["Connection": " Close ,, x", "connection": "Upgrade"]
        #expect(fields.tokens("Connection") == ["close", "x", "upgrade"])
    }

    @Test func `a response head round-trips`() {
        let head = HTTPResponseHead(status: 404, fields: ["Content-Length": "2", "X": "é"])
        let bytes = head.serialised()
        #expect(
            bytes == Array("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nX: ".utf8) + [
                0xE9, 13, 10, 13, 10,
            ]
        )
        let read = HTTP1ResponseParser(.strict).outcome(of: [bytes[...]]).messages.first?.head
        #expect(read == head)
    }

    @Test func `mayHave does not mistake common fields for rare ones`() {
        let usual: HTTPFields = [
            "Host": "a", "User-Agent": "b", "Accept": "c", "Accept-Encoding": "d", "Accept-Language": "e",
            "Connection": "f",
        ]
        let rare = [
            "If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since", "If-Range", "Range",
            "Content-Length", "Transfer-Encoding", "Expect", "Authorization",
        ]
        for name in rare { #expect(!usual.mayHave(HTTPFieldNames(name)), "\(name)") }
    }

    @Test(arguments: [
        "plain", "a longer text", "seven\n and eight", "12345678\u{7F}", "\u{E4}\0", "\u{20AC}uro and more",
    ])
    func `a reason phrase cannot break its line`(text: String) {
        let written = HTTPResponseHead(status: 200, reason: text).serialised()
        let wanted = text.unicodeScalars.map { scalar -> UInt8 in
            scalar == "\n" || scalar == "\0" ? 0x20 : UInt8(exactly: scalar.value) ?? UInt8(ascii: "?")
        }
        #expect(written == Array("HTTP/1.1 200 ".utf8) + wanted + Array("\r\n\r\n".utf8))
    }

    @Test(arguments: [
        ("ETag: \"1\"\r\n", "ETag", "\"1\""), ("X-Empty: \r\n", "X-Empty", ""),
        ("X-Tight:v\r\n", "X-Tight", "v"),
        ("X-Tight:\r\n", "X-Tight", ""), ("X-Bare: v\n", "X-Bare", "v"), ("X-Wide:   v \r\n", "X-Wide", "v"),
        ("X-Odd: a\0b\rc\r\n", "X-Odd", "a b c"), (": nameless\r\n", "", "nameless"),
    ])
    func `field lines are kept, lines without a colon dropped, NUL and bare CR replaced by spaces`(
        line: String,
        name: String,
        value: String
    ) {
        let head = Array("A: b\r\n\(line)no colon\r\nB: c\r\n\r\n".utf8)
        let fields = HTTPFields(head: head, atMost: 9)
        #expect(fields.map(\.name) == ["A", name, "B"])
        #expect(fields.map(\.value) == ["b", value, "c"])
        #expect(HTTPFields(head: head, atMost: 2).map(\.name) == ["A", name])
    }

    @Test(arguments: ["Age: 12\r\n", "age:12\r\n", "Age: 12\r\nAge: 13\r\n", "Age: 12 \n"])
    func `number returns only a valid number`(lines: String) {
        let fields = HTTPFields(head: Array("\(lines)X: 1x\r\nY: -1\r\n\r\n".utf8), atMost: 9)
        #expect(fields.number("Age") == 12)
        #expect(fields.number("X") == nil && fields.number("Y") == nil && fields.number("Z") == nil)
    }

    @Test func `a value cannot inject a line`() {
        let head = HTTPRequestHead(method: "GET", target: "/", fields: ["A": "b\r\nInjected: yes\0"])
        let text = String(decoding: head.serialised(), as: UTF8.self)
        #expect(text == "GET / HTTP/1.1\r\nA: b  Injected: yes \r\n\r\n")
    }
}
