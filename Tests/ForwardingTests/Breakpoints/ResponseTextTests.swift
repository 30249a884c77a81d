import Forwarding
import HTTP
import Testing

@Suite struct ResponseTextTests {
    private static let head = HTTPResponseHead(
        status: 404,
        fields: ["Content-Type": "text/plain", "Content-Length": "5", "Transfer-Encoding": "chunked"]
    )

    private static func edited(_ text: String) throws -> HTTPResponseHead {
        try head.edited(by: MessageText(parsing: Array(text.utf8)))
    }

    @Test func `the text of a response gives the same response without edits`() throws {
        let text = Self.head.text(body: Array("gone".utf8))
        #expect(String(decoding: text, as: UTF8.self) == "404 Not Found\nContent-Type: text/plain\n\ngone\n")
        let edited = try Self.head.edited(by: MessageText(parsing: text))
        #expect(edited == Self.head)
        let plain = HTTPResponseHead(status: 200, reason: "")
        #expect(plain.text(body: nil) == Array("200\n\n".utf8))
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200, "OK"), ("200", 200, "OK"), ("404 Not Found", 404, "Not Found"),
        ("200 Not Found", 200, "OK"), ("404 Never Heard Of It", 404, "Never Heard Of It"), ("299", 299, ""),
        ("HTTP/2 503 ", 503, "Service Unavailable"),
    ])
    func `parses status and reason`(_ text: String, _ status: Int, _ reason: String) throws {
        let edited = try Self.edited(text)
        #expect(edited.status == status && edited.reason == reason)
        #expect(!edited.fields.has("Content-Type") && edited.fields["Content-Length"] == "5")
    }

    @Test(arguments: [
        "OK", "HTTP/1.1", "100 Continue", "600", "0200", "200OK", "200 O\u{1}K", "GET http://a/",
    ])
    func `rejects any other status line`(_ text: String) {
        let error = #expect(throws: MessageTextError.self) { try Self.edited("#\n\(text)\nA: b\n") }
        #expect(error == MessageTextError(2, .response(text)))
    }
}
