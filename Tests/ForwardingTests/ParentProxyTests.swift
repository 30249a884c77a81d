import Forwarding
import HTTP
import Testing

struct ParentProxyTests {
    @Test(arguments: [
        ("http://proxy.test:3128", "proxy.test:3128", nil),
        ("http://10.0.0.1:3128/", "10.0.0.1:3128", nil),
        ("http://[::1]:80", "[::1]:80", nil),
        ("http://me:secret@proxy.test:3128", "proxy.test:3128", "Basic bWU6c2VjcmV0"),
        ("http://me:a%40b%3Ac@proxy.test:3128", "proxy.test:3128", "Basic bWU6YUBiOmM="),
        ("http://me:a@b@proxy.test:3128", "proxy.test:3128", "Basic bWU6YUBi"),
        ("http://me@proxy.test:3128", "proxy.test:3128", "Basic bWU6"),
    ])
    func `is parsed from a URL`(_ url: String, _ server: String, _ credentials: String?) throws {
        let parent = try #require(ParentProxy(url: url))
        #expect(parent.server.description == server)
        let head = parent.connect(to: Destination(host: "a.test", port: 443, isEncrypted: true))
        #expect(head.fields["Proxy-Authorization"] == credentials)
    }

    @Test(arguments: [
        "", "proxy.test:3128", "https://proxy.test:3128", "socks5://proxy.test:1080", "http://",
        "http://proxy.test/path", "http://:secret@proxy.test", "http://a%3Ab:secret@proxy.test",
        "http://a%zz:secret@proxy.test",
    ])
    func `rejects any other text`(_ url: String) {
        #expect(ParentProxy(url: url) == nil)
    }

    @Test func `requests a tunnel by host and port`() throws {
        let parent = try #require(ParentProxy(url: "http://proxy.test:3128"))
        let head = parent.connect(to: Destination(host: "::1", port: 443, isEncrypted: true))
        #expect(head.method == "CONNECT" && head.target == "[::1]:443")
        #expect(head.fields["Host"] == "[::1]:443")
    }

    @Test(arguments: [
        ("GET", "http://a.test/b?c", "http://a.test/b?c"),
        ("GET", "http://a.test:8080", "http://a.test:8080/"),
        ("OPTIONS", "http://a.test", "http://a.test"),
    ])
    func `sends a plain-text request with its full URL and its own credentials`(
        _ method: String,
        _ target: String,
        _ sent: String
    ) throws {
        let parent = try #require(ParentProxy(url: "http://me:pw@proxy.test:3128"))
        let request = HTTPRequestHead(
            method: method,
            target: target,
            fields: HTTPFields([HTTPField(name: "Proxy-Authorization", value: "Basic eDp5")])
        )
        let head = parent.head(of: try ForwardedRequest(request, within: nil))
        #expect(head.target == sent && head.method == method)
        // The proxy's own user, not its client's.
        #expect(head.fields.values("Proxy-Authorization") == ["Basic bWU6cHc="])
    }

    @Test func `does not serve the exceptions`() throws {
        var parent = try #require(ParentProxy(url: "http://proxy.test:3128"))
        parent.exceptions = ["localhost", "*.local:80"].compactMap { HostPattern($0) }
        func serves(_ host: String, _ port: UInt16) -> Bool {
            parent.serves(Destination(host: host, port: port, isEncrypted: false))
        }
        #expect(!serves("localhost", 8080) && !serves("a.local", 80))
        #expect(serves("a.local", 8080) && serves("example.com", 80))
    }
}
