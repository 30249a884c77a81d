import Testing

@testable import HTTP

@Suite struct HTTPFieldsTests {
    @Test func `names are found in any case and order is kept`() {
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

    @Test func `a list of tokens is read over all its lines`() {
        let fields: HTTPFields = ["Connection": " Close ,, x", "connection": "Upgrade"]
        #expect(fields.tokens("Connection") == ["close", "x", "upgrade"])
    }

    @Test func `a head is written as it is read`() {
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

    @Test func `a value cannot add a line to its message`() {
        let head = HTTPRequestHead(method: "GET", target: "/", fields: ["A": "b\r\nInjected: yes\0"])
        let text = String(decoding: head.serialised(), as: UTF8.self)
        #expect(text == "GET / HTTP/1.1\r\nA: b  Injected: yes \r\n\r\n")
    }
}
