import Forwarding
import HTTP
import Testing

/// Responses of a proxy that stands in a server's place.
struct StandInTests {
    private static let server = Destination(host: "a.test", port: 443, isEncrypted: true)

    private func passed(_ name: String, _ value: String) -> String? {
        HTTPResponseHead(status: 302, fields: HTTPFields([HTTPField(name: name, value: value)]))
            .inPlace(of: Self.server, as: "127.0.0.1:8888").fields[name]
    }

    @Test(arguments: [
        ("https://a.test/b?c=d", "http://127.0.0.1:8888/b?c=d"),
        ("https://A.test:443", "http://127.0.0.1:8888"),
        ("/b", "/b"), ("//a.test/b", "//a.test/b"), ("http://a.test/b", "http://a.test/b"),
        ("https://a.test.evil/b", "https://a.test.evil/b"),
        ("https://a.test:8443/b", "https://a.test:8443/b"),
        ("", ""), ("mailto:x@a.test", "mailto:x@a.test"),
    ])
    func `rewrites redirects to the server so that they lead to the proxy`(_ location: String, _ led: String)
    {
        #expect(passed("Location", location) == led)
        #expect(passed("content-location", location) == led)
        #expect(passed("Link", location) == location)
    }

    @Test(arguments: [
        ("a=b; Domain=a.test; Path=/; Secure; HttpOnly", "a=b; Path=/; HttpOnly"),
        ("a=b;domain=.a.test;SameSite=None;secure", "a=b"), ("a=b; SameSite=Lax", "a=b; SameSite=Lax"),
        ("secure=domain; Max-Age=3", "secure=domain; Max-Age=3"), ("domain", "domain"),
    ])
    func `rebinds cookies to the proxy`(_ cookie: String, _ unbound: String) {
        #expect(passed("Set-Cookie", cookie) == unbound)
    }

    @Test func `stands in only for requests that do not name a server`() throws {
        let own = HTTPRequestHead(method: "GET", target: "/b", fields: ["Host": "127.0.0.1:8888"])
        let other = HTTPRequestHead(method: "GET", target: "http://a.test/b", fields: ["Host": "a.test"])
        #expect(try ForwardedRequest(own, within: nil, reverse: Self.server).standIn == "127.0.0.1:8888")
        #expect(try ForwardedRequest(other, within: nil, reverse: Self.server).standIn == nil)
        #expect(try ForwardedRequest(other, within: nil).standIn == nil)
    }
}
