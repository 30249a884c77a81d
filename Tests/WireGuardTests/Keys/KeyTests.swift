import Testing

@testable import WireGuard

struct KeyTests {
    /// RFC 7748, 6.1: Bob's.
    private static let text = "XasIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Os="
    private static let publicText = "3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08="

    @Test func `a key is read from base64 and written in base64`() throws {
        let key = try TunnelKey(text: Self.text)
        #expect(key.publicKey.description == Self.publicText)
        #expect(try TunnelPublicKey(text: Self.publicText) == key.publicKey)
        #expect(try TunnelPresharedKey(text: Self.text).text == Self.text)
        // Clamped, which does not change the public key.
        #expect(key.text == "WKsIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Gs=")
        #expect(try TunnelKey(text: key.text).publicKey == key.publicKey)
    }

    @Test func `each key has one text`() throws {
        var randomness = TunnelRandomness.seeded(1)
        for _ in 0..<50 {
            let key = try TunnelKey(&randomness)
            #expect(try TunnelKey(text: key.text) == key)
            #expect(key.text.utf8.count == 44)
        }
    }

    @Test func `new keys differ`() throws {
        #expect(try TunnelKey() != TunnelKey())
    }

    @Test(arguments: [
        ("", TunnelKeyError.wrongLength(0)),
        ("XasIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Os", .wrongLength(43)),
        ("XasIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Os= ", .wrongLength(45)),
        ("XasIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Osa", .foreignCharacter(44)),
        ("XasIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Ot=", .foreignCharacter(43)),
        ("XasIfmJKikt54X-Lg4AO5m87sSkmGLb9HC+LJ/+I4Os=", .foreignCharacter(15)),
        ("=asIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Os=", .foreignCharacter(1)),
    ])
    func `a wrong text is refused with its reason`(text: String, error: TunnelKeyError) {
        #expect(throws: error) { try TunnelKey(text: text) }
        #expect(throws: error) { try TunnelPublicKey(text: text) }
        #expect(throws: error) { try TunnelPresharedKey(text: text) }
    }

    @Test func `secrets are not printed`() throws {
        let key = try TunnelKey(text: Self.text)
        let secret = try TunnelPresharedKey(text: Self.text)
        var dumped = ""
        dump(key, to: &dumped)
        dump(secret, to: &dumped)
        dump([key], to: &dumped)
        for shown in ["\(key) \(secret)", String(reflecting: key), String(reflecting: [secret]), dumped] {
            #expect(!shown.contains(key.text) && !shown.contains(Self.text))
            #expect(!shown.contains("Bytes32"))
        }
        #expect("\(TunnelKeyError.wrongLength(3))".contains("44 characters"))
        #expect("\(TunnelKeyError.foreignCharacter(3))".contains("character 3"))
        #expect("\(TunnelKeyError.cannotMake)".contains("OpenSSL"))
    }
}
