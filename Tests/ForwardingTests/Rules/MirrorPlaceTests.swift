import Forwarding
import HTTP
import Testing

struct MirrorPlaceTests {
    private func names(_ url: String) throws -> [String] {
        let rules = ProxyRules([ProxyRule(RuleMatch(), [MirrorAction(folder: "copies/")])])
        let request = try ForwardedRequest(HTTPRequestHead(method: "GET", target: url), within: nil)
        return try #require(rules.plan(for: request)?.mirror).names
    }

    @Test(arguments: [
        ("http://a.test/", ["a.test:80", "index"]), ("http://a.test/b/", ["a.test:80", "b", "index"]),
        ("http://a.test:81/b/c.jpg?w=1&h=/2", ["a.test:81", "b", "c.jpg?w=1&h=%2F2"]),
        ("http://a.test/?q", ["a.test:80", "index?q"]), ("http://[::1]/b", ["[::1]:80", "b"]),
        ("http://a.test/%C3%A9%20x", ["a.test:80", "é%20x"]), ("http://a.test//b", ["a.test:80", "b"]),
        ("http://a.test/../b", ["a.test:80", "%2E%2E", "b"]),
        ("http://a.test/%2e%2e", ["a.test:80", "%2E%2E"]),
        ("http://a.test/a%2f..%2fb", ["a.test:80", "a%2F..%2Fb"]),
        ("http://a.test/%00", ["a.test:80", "%00"]),
    ])
    func `each URL maps to a place inside the folder`(_ url: String, _ found: [String]) throws {
        #expect(try names(url) == found)
    }

    @Test func `long names stay distinct`() throws {
        let long = String(repeating: "x", count: 1000)
        let (one, other) = (try names("http://a.test/\(long)1"), try names("http://a.test/\(long)2"))
        #expect(one != other && one.allSatisfy { $0.utf8.count < 230 })
    }

    @Test(arguments: [
        "%C3%A9", "e%CC%81", "a%CC%81%CC%81%CC%81%CC%81%CC%81", "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7",
    ])
    func `long names of multi-byte characters stay within the limit`(_ letter: String) throws {
        let names = try names("http://a.test/\(String(repeating: letter, count: 300))")
        #expect(names.allSatisfy { $0.utf8.count < 230 })
        #expect(try #require(names.last).utf8.count > 180)
    }
}
