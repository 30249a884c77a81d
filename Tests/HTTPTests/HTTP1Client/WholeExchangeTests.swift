import HTTP
import Testing

struct WholeExchangeTests {
    private static func exchange(_ method: String = "GET", _ body: String = "") throws -> WholeExchange {
        var head = HTTPRequestHead(method: method, target: "/a", fields: ["Host": "b"])
        if !body.isEmpty { head.fields["Content-Length"] = String(body.utf8.count) }
        return try WholeExchange(head, Array(body.utf8))
    }

    @Test func `a request has its head and its content`() throws {
        let plain = try Self.exchange().request
        #expect(String(decoding: plain, as: UTF8.self) == "GET /a HTTP/1.1\r\nHost: b\r\n\r\n")
        let text = String(decoding: try Self.exchange("PUT", "xyz").request, as: UTF8.self)
        #expect(text.hasPrefix("PUT /a HTTP/1.1\r\n") && text.hasSuffix("\r\n\r\nxyz"))
    }

    @Test(arguments: [
        "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ])
    func `a response is complete after pieces of any size`(response: String) throws {
        for size in [1, 7, 1000] {
            var exchange = try Self.exchange()
            var rest = Array(response.utf8)[...]
            var isWhole = false
            while !rest.isEmpty {
                #expect(!isWhole)
                isWhole = try exchange.receive(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(isWhole && exchange.status == 201 && exchange.content == Array("hello".utf8))
        }
    }

    @Test func `a response without a length ends with the connection`() throws {
        var exchange = try Self.exchange()
        #expect(try !exchange.receive(Array("HTTP/1.1 200 OK\r\n\r\nhello".utf8)))
        #expect(try exchange.receive([]))
        #expect(exchange.content == Array("hello".utf8))
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel"])
    func `an incomplete response at the end of the stream throws`(response: String) throws {
        var exchange = try Self.exchange()
        if !response.isEmpty { #expect(try !exchange.receive(Array(response.utf8))) }
        #expect(throws: HTTP1Error.self) { try exchange.receive([]) }
    }
}
