import Forwarding
import HTTP
import Testing

@Suite struct BreakpointPatternTests {
    @Test(arguments: [
        ("http://a.test/v1/*", true), ("*://a.test/*", true), ("a.test", true), ("*", true),
        ("*.test:80", true),
        ("http://a.test/v2/*", false), ("https://a.test/v1/*", false), ("b.test", false),
        ("a.test:443", false),
    ])
    func `matches a URL with wildcards or a host`(_ text: String, _ isMet: Bool) throws {
        let head = HTTPRequestHead(method: "GET", target: "http://a.test/v1/x?y=z")
        let pattern = try #require(BreakpointPattern(text))
        #expect(try pattern.matches(ForwardedRequest(head, within: nil)) == isMet)
        #expect(pattern.description == text)
    }

    @Test(arguments: ["", "a b", "a.test/x", "a.test:0", "http://a b/"])
    func `rejects any other text`(_ text: String) {
        #expect(BreakpointPattern(text) == nil)
    }
}
