import Testing

@testable import Forwarding

@Suite struct URLPatternTests {
    @Test(arguments: [
        ("https://api.test/v1/*", "https://api.test/v1/users?id=1", "users?id=1"),
        ("https://API.test/v1/*", "https://api.test/v1/", ""),
        ("https://api.test/v1/*", "https://api.test/v2/users", nil),
        ("https://api.test/V1/*", "https://api.test/v1/users", nil),
        ("*://*.test/*/x/*", "http://a.b.test/1/x/2/x/3", "2/x/3"),
        ("https://api.test", "https://api.test/", ""),
        ("https://api.test", "https://api.test/a", nil),
        ("https://api.test/a", "https://api.test/a?b", ""),
        ("https://api.test/a?c", "https://api.test/a?b", nil),
        ("https://api.test:8443/*", "https://api.test/", nil),
        ("https://*", "https://api.test/a", "api.test/a"),
    ])
    func `matches URLs with wildcards and returns what the last wildcard matched`(
        _ pattern: String,
        _ url: String,
        _ rest: String?
    ) throws {
        #expect(try #require(URLPattern(pattern)).rest(in: url) == rest)
    }

    @Test(arguments: ["", "api.test/v1", "https://", "://a/", "https:///v1", "https://a b/"])
    func `rejects text that is not a URL`(_ text: String) {
        #expect(URLPattern(text) == nil)
    }
}
