import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct URLEndpointTests {
    @Test(arguments: [
        ("http://a/x.jpg", "a", 80, false), ("HTTPS://Origin.Netlab.Test", "origin.netlab.test", 443, true),
        ("http://a:8080?q", "a", 8080, false), ("http://a:/", "a", 80, false),
        ("http://u:p@[::1]:81/x", "::1", 81, false), ("http://[2001:DB8::1]#f", "2001:db8::1", 80, false),
        ("http://a/x@b:1/", "a", 80, false), ("http://[fe80::1%25eth0]/", "fe80::1%25eth0", 80, false),
        ("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", 80, false),
    ])
    func `parses host, port and security from a URL`(url: String, host: String, port: Int, isSecure: Bool) {
        let endpoint = URLEndpoint(url: url)
        #expect(endpoint?.host == host)
        #expect(endpoint?.port == port)
        #expect(endpoint?.isSecure == isSecure)
    }

    @Test(arguments: [
        "", "http", "http:", "http:a", "http://", "http:///x", "http://:80/", "ftp://a/",
        "file:///etc/passwd",
        "http://a:0/", "http://a:65536/", "http://a:8x/", "http://[::1/", "http://[::1]8/", "http://a/x y",
        "http://a/\r\nX: y", "//a/b", "a/b", "http://[a]/", "https://[[feet]/", "http://a[b/", "http://a]/",
        "http://[+::1]/",
    ])
    func `rejects unusable URLs`(url: String) {
        #expect(URLEndpoint(url: url) == nil)
    }
}
