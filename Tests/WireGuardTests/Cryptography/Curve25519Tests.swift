import Testing

@testable import WireGuard

struct Curve25519Tests {
    /// RFC 7748, 5.2.
    @Test(arguments: [
        (
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
        ),
        (
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
        ),
    ])
    func `a shared secret matches the standard's`(own: String, other: String, secret: String) throws {
        let own = try #require(Bytes32(hexadecimal(own)))
        let other = try #require(Bytes32(hexadecimal(other)))
        #expect(try Curve25519.secret(of: own, with: other).bytes == hexadecimal(secret))
    }

    /// RFC 7748, 6.1.
    @Test func `a public key matches the standard's, and both ends derive the same secret`() throws {
        let bob = try #require(
            Bytes32(hexadecimal("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
        )
        let alice = try #require(
            Bytes32(hexadecimal("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
        )
        #expect(
            try Curve25519.publicKey(of: bob).bytes
                == hexadecimal("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        )
        #expect(
            try Curve25519.secret(of: bob, with: alice).bytes
                == hexadecimal("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        )
    }

    @Test(arguments: [0 as UInt8, 1])
    func `a key of small order yields no secret`(first: UInt8) throws {
        let own = try #require(Bytes32([UInt8](repeating: 7, count: 32)))
        let weak = try #require(Bytes32([first] + [UInt8](repeating: 0, count: 31)))
        #expect(throws: CryptographyFault.weakKey) { try Curve25519.secret(of: own, with: weak) }
    }
}
