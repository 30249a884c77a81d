import Forwarding
import HTTP
import Testing

@Suite struct RequestTextTests {
    private static func request(_ method: String = "POST", _ url: String = "http://a.test/v1?x=1") throws
        -> ForwardedRequest
    {
        let fields: HTTPFields = [
            "Host": "a.test", "Content-Length": "7", "X-A": "1", "Content-Encoding": "gzip", "X-B": "é",
        ]
        return try ForwardedRequest(HTTPRequestHead(method: method, target: url, fields: fields), within: nil)
    }

    private static func edited(_ text: String, _ request: ForwardedRequest? = nil) throws -> ForwardedRequest
    {
        try (request ?? Self.request()).edited(by: MessageText(parsing: Array(text.utf8)))
    }

    @Test func `the text omits the fields that the proxy sets itself`() throws {
        let text = try Self.request().text(body: Array("a=1\nb".utf8))
        #expect(
            String(decoding: text, as: UTF8.self) == "POST http://a.test/v1?x=1\nX-A: 1\nX-B: é\n\na=1\nb\n"
        )
        let bare = try Self.request().text(body: nil)
        #expect(String(decoding: bare, as: UTF8.self).hasSuffix("X-B: é\n\n"))
    }

    @Test(arguments: [
        ("POST", "http://a.test/v1?x=1"), ("OPTIONS", "http://a.test"), ("GET", "https://a.test:8443/%20?"),
        ("GET", "http://[::1]:81/"), ("PURGE", "http://a.test/"),
    ])
    func `an unedited text gives the same request`(_ method: String, _ url: String) throws {
        let request = try Self.request(method, url)
        for body in ["", "x", "x\n", "\n", "\n\nx", "x\r\n", "x\r", "\r", "\r\n", "\r\r"] {
            let text = try MessageText(parsing: request.text(body: Array(body.utf8)))
            let edited = try request.edited(by: text)
            #expect(edited.destination == request.destination && edited.url == request.url)
            #expect(edited.head.method == method && edited.head.target == request.head.target)
            #expect(Set(edited.head.fields) == Set(request.head.fields))
            #expect(text.body == Array(body.utf8))
        }
    }

    @Test(arguments: [
        ("GET http://a.test/", "GET", "http://a.test/", "a.test"),
        ("GET https://b.test:81/x?y HTTP/1.1\r\nA: b\r\n\r\n", "GET", "https://b.test:81/x?y", "b.test:81"),
        ("# a remark\n\nGET http://a.test?q=1\n", "GET", "http://a.test/?q=1", "a.test"),
        ("GET http://b.test/\nhost: c.test\n", "GET", "http://b.test/", "c.test"),
        ("get HTTP://B.test/ ", "get", "http://b.test/", "b.test"),
    ])
    func `accepts any method and URL`(_ text: String, _ method: String, _ url: String, _ host: String) throws
    {
        let edited = try Self.edited(text)
        #expect(edited.head.method == method && edited.url == url && edited.head.fields["Host"] == host)
    }

    @Test func `fields come from the text, except for those that it does not show`() throws {
        let edited = try Self.edited("GET http://a.test/\nX-A: 2\nX-A: 3\nEmpty:\n")
        #expect(edited.head.fields.values("X-A") == ["2", "3"] && edited.head.fields["Empty"] == "")
        #expect(!edited.head.fields.has("X-B") && edited.head.fields["Content-Length"] == "7")
        #expect(edited.head.fields["Content-Encoding"] == "gzip")
        let packed = try Self.edited("GET http://a.test/\nContent-Encoding: br\n")
        #expect(packed.head.fields.values("Content-Encoding") == ["br"])
    }

    @Test func `an unchanged server keeps its address`() throws {
        let head = HTTPRequestHead(method: "GET", target: "/a", fields: ["Host": "a.test"])
        let tunnel = Destination(host: "10.0.0.1", port: 443, isEncrypted: true)
        let request = try ForwardedRequest(head, within: tunnel, at: tunnel.writtenAddress)
        let same = try Self.edited("GET https://a.test/b", request)
        #expect(same.destination == request.destination && same.destination.address != nil)
        #expect(try Self.edited("GET https://b.test/b", request).destination.address == nil)
    }

    @Test(arguments: [
        ("", "line 1: the text is empty"), ("# nothing\n\n", "line 1: the text is empty"),
        ("GET", "line 1: a request begins with a method and a URL"),
        ("\n\nGET /a", "line 3: `/a` is not an http or https URL"),
        ("GET http://a.test/#b", "line 1: `http://a.test/#b` is not an http or https URL"),
        ("GET http://a.test/a b", "line 1: a request begins"),
        ("GET ftp://a.test/", "is not an http or https URL"),
        ("G@T http://a.test/", "line 1: `G@T` is not a request method"),
        ("CONNECT http://a.test/", "line 1: `CONNECT` is not a request method"),
        (
            "GET http://a.test/\nA: b\nnonsense\n",
            "line 3: a field is a name, a colon and a value, not `nonsense`"
        ),
        ("GET http://a.test/\n:path: /\n", "line 2: a field is a name"),
        ("GET http://a.test/\nA : b\n", "line 2: a field is a name"),
        ("GET http://a.test/\nA: b\u{1}\n", "line 2: the value of `A`"),
        ("GET http://a.test/\nA: 日\n", "line 2: the value of `A`"),
        ("GET http://a.test/\ncontent-length: 3\n\nabc", "line 2: the proxy sets `content-length`"),
        ("GET http://a.test/\nConnection: close", "line 2: the proxy sets `Connection`"),
    ])
    func `an error names its line`(_ text: String, _ told: String) {
        let error = #expect(throws: MessageTextError.self) { try Self.edited(text) }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
    }

    @Test func `a body may be any bytes, but the head must be UTF-8`() throws {
        let text = try MessageText(parsing: Array("GET http://a.test/\n\n".utf8) + [0xFF, 0, 0x0A, 0x0A])
        #expect(text.body == [0xFF, 0, 0x0A])
        let error = #expect(throws: MessageTextError.self) {
            try MessageText(parsing: Array("GET http://a.test/\nA: ".utf8) + [0xFF])
        }
        #expect(error == MessageTextError(2, .encoding))
    }
}
