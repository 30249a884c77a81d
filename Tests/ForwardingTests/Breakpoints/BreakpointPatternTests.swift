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
    func `a URL with stars or a host says what is held`(_ text: String, _ isMet: Bool) throws {
        let head = HTTPRequestHead(method: "GET", target: "http://a.test/v1/x?y=z")
        let pattern = try #require(BreakpointPattern(text))
        #expect(try pattern.matches(ForwardedRequest(head, within: nil)) == isMet)
        #expect(pattern.description == text)
    }

    @Test(arguments: ["", "a b", "a.test/x", "a.test:0", "http://a b/"])
    func `any other text is refused`(_ text: String) {
        #expect(BreakpointPattern(text) == nil)
    }
}
