import Forwarding
import HTTP
import Testing
import Wire

@Suite struct ForwardedRequestTests {
    private static let tunnel = Destination(host: "shop.test", port: 443, isEncrypted: true)

    @Test(arguments: [
        ("http://Shop.test/a?b", "shop.test:80", "/a?b", "shop.test"),
        ("http://shop.test:8080", "shop.test:8080", "/", "shop.test:8080"),
        ("http://shop.test?q", "shop.test:80", "/?q", "shop.test"),
        ("http://[::1]:81/", "[::1]:81", "/", "[::1]:81"),
        ("https://shop.test/x", "shop.test:443", "/x", "shop.test"),
    ])
    func `splits an absolute target into destination and path`(
        _ target: String,
        _ destination: String,
        _ path: String,
        _ host: String
    ) throws {
        let request = HTTPRequestHead(method: "GET", target: target, fields: ["Host": "elsewhere.test"])
        let forwarded = try ForwardedRequest(request, within: nil)
        #expect(forwarded.destination.description == destination)
        #expect(forwarded.head.target == path)
        #expect(forwarded.head.fields["Host"] == host)
    }

    @Test
    func `OPTIONS for the whole server keeps the target *`() throws {
        let request = HTTPRequestHead(method: "OPTIONS", target: "http://shop.test")
        #expect(try ForwardedRequest(request, within: nil).head.target == "*")
    }

    @Test(arguments: [true, false])
    func `in a tunnel to an address, Host names the server and the address stays`(
        _ isEncrypted: Bool
    ) throws {
        let address = IPAddress.v4(0xC000_0207)
        let tunnel = Destination(host: "192.0.2.7", port: 8080, isEncrypted: isEncrypted)
        let named = HTTPRequestHead(method: "GET", target: "/a", fields: ["Host": "Shop.test:8080"])
        let forwarded = try ForwardedRequest(named, within: tunnel, at: address)
        #expect(forwarded.destination == tunnel.named("shop.test", at: address))
        #expect(forwarded.destination != Destination(host: "shop.test", port: 8080, isEncrypted: isEncrypted))
        #expect(forwarded.destination.endpoint.description == "192.0.2.7:8080")
        #expect(forwarded.head.fields["Host"] == "Shop.test:8080")
        let same = HTTPRequestHead(method: "GET", target: "/a", fields: ["Host": "192.0.2.7:8080"])
        #expect(try ForwardedRequest(same, within: tunnel, at: address).destination == tunnel)
    }

    @Test
    func `within a tunnel the path is kept and Host must agree`() throws {
        var request = HTTPRequestHead(method: "GET", target: "/a", fields: ["Host": "Shop.test"])
        #expect(try ForwardedRequest(request, within: Self.tunnel).destination == Self.tunnel)
        request.fields["Host"] = "bank.test"
        #expect(throws: ForwardingRefusal.contradictoryHost(said: "bank.test", tunnel: "shop.test:443")) {
            try ForwardedRequest(request, within: Self.tunnel)
        }
    }

    @Test
    func `refuses a request for the proxy itself`() {
        let request = HTTPRequestHead(method: "GET", target: "/", fields: ["Host": "127.0.0.1:8888"])
        #expect(throws: ForwardingRefusal.ownRequest) { try ForwardedRequest(request, within: nil) }
    }

    @Test
    func `sends a reverse proxy's requests to its server`() throws {
        let server = try #require(Destination(url: "https://shop.test"))
        let request = HTTPRequestHead(method: "GET", target: "/a?b", fields: ["Host": "127.0.0.1:8888"])
        let forwarded = try ForwardedRequest(request, within: nil, reverse: server)
        #expect(forwarded.destination == Self.tunnel && forwarded.head.target == "/a?b")
        #expect(forwarded.head.fields["Host"] == "shop.test")
    }

    @Test(arguments: ["", "shop.test", "ftp://shop.test", "https://shop.test/path", "https://"])
    func `rejects text that does not name a server`(_ text: String) {
        #expect(Destination(url: text) == nil)
    }

    @Test
    func `drops the header fields of the client's connection`() throws {
        let request = HTTPRequestHead(
            method: "GET",
            target: "http://a.test/",
            fields: [
                "Connection": "close, X-Secret, Host", "X-Secret": "1", "Proxy-Authorization": "Basic eA==",
                "Keep-Alive": "timeout=5", "TE": "trailers, deflate", "Upgrade": "h2c", "Accept": "*/*",
            ]
        )
        let fields = try ForwardedRequest(request, within: nil).head.fields
        #expect(fields["X-Secret"] == nil && fields["Proxy-Authorization"] == nil)
        #expect(fields["Keep-Alive"] == nil && fields["Upgrade"] == nil)
        #expect(fields["Accept"] == "*/*" && fields["Host"] == "a.test")
        #expect(fields["TE"] == "trailers" && fields["Connection"] == "TE")
    }

    @Test
    func `offers an upgrade on the next connection as well`() throws {
        let request = HTTPRequestHead(
            method: "GET",
            target: "http://a.test/chat",
            fields: ["Connection": "keep-alive, Upgrade", "Upgrade": "websocket", "Host": "a.test"]
        )
        let forwarded = try ForwardedRequest(request, within: nil)
        #expect(forwarded.offersUpgrade)
        #expect(forwarded.head.fields["Upgrade"] == "websocket")
        #expect(forwarded.head.fields["Connection"] == "Upgrade")
    }

    /// The rest of such a connection would cross the proxy unseen.
    @Test(
        arguments: [
            (["Connection": "Upgrade", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__"], nil),
            (["Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABk"], nil),
            (["Connection": "Upgrade", "Upgrade": "H2C , websocket"], "websocket"),
            (["Connection": "Upgrade", "Upgrade": "h2"], nil),
        ] as [(HTTPFields, String?)]
    )
    func `does not offer h2c on the next connection`(_ fields: HTTPFields, _ passed: String?) throws {
        let head = HTTPRequestHead(method: "GET", target: "http://a.test/", fields: fields)
        let forwarded = try ForwardedRequest(head, within: nil)
        #expect(forwarded.offersUpgrade == (passed != nil) && forwarded.head.fields["Upgrade"] == passed)
        #expect(forwarded.head.fields["HTTP2-Settings"] == nil)
    }

    @Test(arguments: [
        ("h2c", nil), ("H2C, websocket", "websocket"), ("websocket,h2c", "websocket"), ("", nil),
    ])
    func `drops h2c from the offered upgrades`(_ offered: String, _ passed: String?)
        throws
    {
        let request = HTTPRequestHead(
            method: "GET",
            target: "http://a.test/",
            fields: [
                "Connection": "Upgrade, HTTP2-Settings", "Upgrade": offered, "HTTP2-Settings": "AAMAAABk",
                "Host": "a.test",
            ]
        )
        let forwarded = try ForwardedRequest(request, within: nil)
        #expect(forwarded.head.fields["Upgrade"] == passed)
        #expect(forwarded.offersUpgrade == (passed != nil))
        #expect(!forwarded.head.fields.has("HTTP2-Settings"))
    }

    @Test(arguments: [
        "Content-Length", "transfer-encoding", "HOST", "Connection", "TE", "Trailer", "Content-Encoding",
        "Content-Type", "Upgrade", "Keep-Alive", "Content-Range",
    ])
    func `drops trailers that affect message framing or interpretation`(_ name: String) {
        var trailers: HTTPFields = ["X": "y", "Server-Timing": "a"]
        let passable = trailers
        trailers.append(name, "1")
        #expect(HopFields.passable(trailers: trailers) == passable)
    }
}
