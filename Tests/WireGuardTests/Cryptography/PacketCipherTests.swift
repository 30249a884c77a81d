import Testing

@testable import WireGuard

struct PacketCipherTests {
    private static let key = Bytes32(Array(0x80...0x9F as ClosedRange<UInt8>)) ?? Bytes32()
    private static let told = hexadecimal("50515253c0c1c2c3c4c5c6c7")
    private static let content = Array(
        ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
            + "sunscreen would be it.").utf8
    )

    /// RFC 8439, 2.8.2.
    @Test func `a sealed message matches the standard's`() throws {
        let nonce = try #require(PacketNonce(hexadecimal("070000004041424344454647")))
        let sealed = hexadecimal(
            """
            d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b
            1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
            3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691
            """
        )
        #expect(try PacketCipher.seal(Self.content, key: Self.key, nonce, told: Self.told) == sealed)
        #expect(try PacketCipher.open(sealed, key: Self.key, nonce, told: Self.told) == Self.content)
    }

    /// draft-irtf-cfrg-xchacha-03, 2.2.1.
    @Test func `a subkey matches the draft's`() throws {
        let key = try #require(Bytes32(Array(0..<32 as Range<UInt8>)))
        let subkey = try CookieCipher.subkey(key, hexadecimal("000000090000004a0000000031415927"))
        #expect(
            subkey.bytes == hexadecimal("82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc")
        )
    }

    /// draft-irtf-cfrg-xchacha-03, A.3.1.
    @Test func `a message sealed with a long nonce matches the draft's`() throws {
        let nonce = Array(0x40...0x57 as ClosedRange<UInt8>)
        let sealed = hexadecimal(
            """
            bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39
            ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9
            21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49
            """
        )
        #expect(try CookieCipher.seal(Self.content, key: Self.key, nonce: nonce, told: Self.told) == sealed)
        #expect(try CookieCipher.open(sealed, key: Self.key, nonce: nonce, told: Self.told) == Self.content)
    }

    @Test func `a long nonce has 24 bytes`() {
        #expect(throws: CryptographyFault.library) {
            try CookieCipher.seal([], key: Self.key, nonce: [1, 2, 3], told: [])
        }
    }

    @Test func `one cipher seals and opens message after message`() throws {
        let sealing = try PacketCipher(.sealing, key: Self.key)
        let opening = try PacketCipher(.opening, key: Self.key)
        for counter in [0, 1, 2, 1 << 40, UInt64.max] {
            let content = Array(Self.content.prefix(Int(counter % 100)))
            var message = [9, 9] + content + [UInt8](repeating: 0, count: PacketCipher.tagCount)
            try sealing.seal(&message, from: 2, PacketNonce(counter: counter))
            #expect(message.prefix(2) == [9, 9])
            let sealed = Array(message.dropFirst(2))
            #expect(throws: CryptographyFault.notAuthentic) {
                try opening.open(sealed.span.bytes, PacketNonce(counter: counter ^ 1))
            }
            #expect(try opening.open(sealed.span.bytes, PacketNonce(counter: counter)) == content)
        }
    }

    @Test func `a message with any flipped bit, or cut anywhere, is not opened`() throws {
        let sealed = try PacketCipher.seal(Array("secret".utf8), key: Self.key, told: Self.told)
        for bit in 0..<8 * sealed.count {
            var forged = sealed
            forged[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptographyFault.notAuthentic) {
                try PacketCipher.open(forged, key: Self.key, told: Self.told)
            }
        }
        for count in 0..<sealed.count {
            #expect(throws: CryptographyFault.notAuthentic) {
                try PacketCipher.open(Array(sealed.prefix(count)), key: Self.key, told: Self.told)
            }
        }
    }

    @Test func `wiped bytes are zeroes`() throws {
        var bytes = Self.key
        bytes.wipe()
        #expect(bytes == Bytes32())
        #expect(Bytes32([1, 2, 3]) == nil)
        #expect(PacketNonce([1, 2, 3]) == nil)
    }

    @Test func `seeded randomness repeats, the system's does not`() throws {
        var (one, other) = (TunnelRandomness.seeded(7), TunnelRandomness.seeded(7))
        let drawn = [try one.bytes(40), try other.bytes(40)]
        #expect(drawn[0] == drawn[1])
        let numbers = [try one.number(), try other.number()]
        #expect(numbers[0] == numbers[1])
        var system = TunnelRandomness.system
        let keys = [try system.bytes32(), try system.bytes32()]
        #expect(keys[0] != keys[1])
    }
}
