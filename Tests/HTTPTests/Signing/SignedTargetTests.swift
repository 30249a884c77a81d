import Testing

@testable import HTTP

@Suite struct SignedTargetTests {
    private static let now = HTTPDate(secondsSince1970: 1000)

    /// Not cryptographic, but it depends on every byte, its place, and a key.
    private static func digest(_ key: UInt64) -> ([UInt8]) -> [UInt8] {
        { message in
            let sum = message.reduce(key) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            return (0..<8).map { UInt8(truncatingIfNeeded: sum >> UInt64($0 * 8)) }
        }
    }

    private func verdict(_ target: String, key: UInt64 = 1, at seconds: Int64 = 1000) -> SignedTarget.Verdict
    {
        SignedTarget.verdict(on: target, now: HTTPDate(secondsSince1970: seconds), digest: Self.digest(key))
    }

    private func signed(_ target: String, until: Int64 = 1010) -> String {
        SignedTarget.signing(target, until: HTTPDate(secondsSince1970: until), digest: Self.digest(1))
    }

    @Test(arguments: ["/a.jpg", "/a.jpg?w=300", "/a%20b?x=%26signature%3D1", "/?a&b="])
    func `a signed target is valid until it expires`(target: String) {
        let signed = signed(target)
        #expect(signed.hasPrefix(target))
        #expect(verdict(signed) == .valid)
        #expect(verdict(signed, at: 1009) == .valid)
        #expect(verdict(signed, at: 1010) == .expired)
        #expect(verdict(signed, key: 2) == .forged)
        #expect(verdict(signed, key: 2, at: 1010) == .forged)
        #expect(verdict(target) == .unsigned)
    }

    @Test func `any change, removal or addition invalidates the signature`() {
        let signed = signed("/a.jpg?w=300")
        for place in signed.indices where signed[place] != "&" && signed[place] != "=" {
            var changed = signed
            changed.replaceSubrange(place...place, with: signed[place] == "x" ? "y" : "x")
            #expect(verdict(changed) != .valid, "\(changed)")
        }
        for changed in [
            signed + "&w=1", signed + "&signature=0", signed + "0", String(signed.dropLast()), signed + "&",
            signed.replacing("w=300", with: "w=300&w=400"), signed.replacing("1010", with: "9999"),
            signed.replacing("expires", with: "expires=9999&expires"), signed.uppercased(),
            "/a.jpg?signature=" + String(repeating: "0", count: 16), "/a.jpg?expires=1010&signature=",
            "/a.jpg?expires=1010&signature", signed + "%",
        ] {
            #expect(verdict(changed) == .forged || verdict(changed) == .unsigned, "\(changed)")
        }
    }

    @Test func `a valid signature without an expiry is forged`() {
        let message = "/a.jpg?w=1"
        let digest = Self.digest(1)(Array(message.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            .joined()
        #expect(verdict("\(message)&signature=\(digest)") == .forged)
    }

    @Test(arguments: [
        ("/a", ""), ("/a?", ""), ("/a?b", "b"), ("/a?b=", "b="), ("/a?b=1&c=2&b=3", "b=1 c=2 b=3"),
        ("/a?b=%41%20+", "b=A +"), ("/a?%62=1", "b=1"), ("/a?b=1=2", "b=1=2"), ("/a?&&b=1&", "b=1"),
        ("/a?b=1#c=2", "b=1"), ("/a?b=%C3%A9", "b=é"), ("/a?b=1?c", "b=1?c"), ("/a?b=%", nil),
        ("/a?b=%4", nil),
        ("/a?b=%4G", nil), ("/a?b=%FF", nil), ("/a?%ZZ=1", nil), ("/%ZZ", ""),
    ])
    func `query items keep their order`(target: String, expected: String?) {
        let items = QueryItems(target: target)?.items.map { $0.name + ($0.value.map { "=\($0)" } ?? "") }
        #expect(items?.joined(separator: " ") == expected)
    }

    @Test func `percent-encoded text round-trips`() {
        let text = "a/b c?&=#%é\u{0}~-._"
        #expect(PercentEncoding.encoded(text) == "a%2Fb%20c%3F%26%3D%23%25%C3%A9%00~-._")
        #expect(PercentEncoding.decoded(PercentEncoding.encoded(text)) == text)
    }
}
