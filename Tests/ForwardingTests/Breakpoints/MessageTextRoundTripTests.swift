import Forwarding
import HTTP
import Testing

/// A message that is written as a text and read again is the same one.
@Suite struct MessageTextRoundTripTests {
    private static let bodies: [[UInt8]] =
        ["", "a", "a\n", "\n", "\n\n", "\r", "\r\n", "a\r", "a\r\n", "a\r\r", "a\n\r", "# a\n", "A: b\n\nc"]
        .map { Array($0.utf8) } + [[0], [0xFF, 0x0A, 0xFE], [0x0D, 0, 0x0D]]

    static let fields: [HTTPFields] = [
        [:], ["Empty": ""], ["A": "b: c"], ["A": "é\u{FF}"], ["A": "#"], ["#": "a"],
        ["Set-Cookie": "a=\"b c\""],
        HTTPFields([HTTPField(name: "A", value: "1"), HTTPField(name: "a", value: "2")]),
        ["A": String(repeating: "x", count: 100_000)],
    ]

    private func sorted(_ fields: HTTPFields) -> [String] {
        fields.map { "\($0.name): \($0.value)" }.sorted()
    }

    @Test(arguments: fields)
    func `a request round-trips`(_ fields: HTTPFields) throws {
        for (method, url) in [
            ("GET", "http://a.test/"), ("post", "https://a.test:8443/b?c=%20&d"),
            ("OPTIONS", "http://[::1]:81"),
            ("M-SEARCH", "http://a.test/?#".replacing("#", with: "")), ("DELETE", "http://a.test//../."),
        ] {
            let head = HTTPRequestHead(method: method, target: url, fields: fields)
            let request = try ForwardedRequest(head, within: nil)
            for body in Self.bodies {
                let text = request.text(body: body)
                let read = try MessageText(parsing: text)
                let again = try request.edited(by: read)
                #expect(again.destination == request.destination && again.head.target == request.head.target)
                #expect(again.head.method == method && read.body == body)
                #expect(sorted(again.head.fields) == sorted(request.head.fields))
                #expect(try ForwardedRequest(composed: read).text(body: body) == text)
            }
        }
    }

    @Test(arguments: fields)
    func `a response round-trips`(_ fields: HTTPFields) throws {
        for (status, reason) in [(200, "OK"), (200, ""), (299, ""), (404, "Not Found"), (599, "é (1/2)")] {
            let response = HTTPResponseHead(status: status, reason: reason, fields: fields)
            for body in Self.bodies {
                let read = try MessageText(parsing: response.text(body: body))
                let again = try response.edited(by: read)
                #expect(again.status == status && read.body == body)
                // Without a reason the text gets the usual one.
                #expect(again.reason == reason || reason.isEmpty)
                #expect(sorted(again.fields) == sorted(response.fields))
            }
        }
    }
}
