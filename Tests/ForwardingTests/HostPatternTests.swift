import Forwarding
import Testing

@Suite struct HostPatternTests {
    @Test(arguments: [
        ("*", "a.test", 443, true), ("a.test", "A.test", 443, true), ("a.test", "b.a.test", 443, false),
        ("*.a.test", "b.a.test", 443, true), ("*.a.test", "a.test", 443, false),
        ("api-*.test", "api-7.x.test", 443, true), ("*a*b*", "xaxxbx", 443, true), ("*ab", "aab", 443, true),
        ("*ab", "aba", 443, false), ("a.test:8443", "a.test", 8443, true),
        ("a.test:8443", "a.test", 443, false),
        ("[::1]:443", "::1", 443, true), ("::1", "::1", 9, true), ("127.0.0.1", "127.0.0.1", 443, true),
    ])
    func `matches by host and port`(_ pattern: String, _ host: String, _ port: UInt16, _ isMatch: Bool) throws
    {
        let destination = Destination(host: host, port: port, isEncrypted: true)
        #expect(try #require(HostPattern(pattern)).matches(destination) == isMatch)
    }

    @Test(arguments: ["", ":443", "a.test:", "a.test:x", "a.test:70000", "https://a.test", "a b"])
    func `rejects invalid text`(_ text: String) {
        #expect(HostPattern(text) == nil)
    }
}
