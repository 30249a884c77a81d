import Testing

@testable import WireGuard

struct Blake2sTests {
    private static let message = Array("abc".utf8)
    private static let key = Array(0..<32 as Range<UInt8>)

    /// RFC 7693, appendix B.
    @Test func `the hash matches the standard's test vector`() throws {
        let hash = hexadecimal("508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982")
        #expect(try Blake2s.hash(Self.message).bytes == hash)
        #expect(try Blake2s.hash([], Array("a".utf8), Array("bc".utf8)).bytes == hash)
    }

    /// By another implementation, Python's `hashlib`.
    @Test(arguments: [
        ("abc", 32, "61ba5f165c194692e09d12520cc4c74a"), ("", 16, "af4e5d3bb230e9ff9096ca6f7c501f76"),
    ])
    func `a keyed code of 16 bytes matches another implementation's`(
        message: String,
        keyLength: Int,
        code: String
    ) throws {
        let made = try Blake2s.code(of: Array(message.utf8), key: Array(Self.key.prefix(keyLength)))
        #expect(made == hexadecimal(code))
    }

    /// By Python's `hmac` and `hashlib`.
    @Test func `the chain of derived keys matches another implementation's`() throws {
        let key = try #require(Bytes32(Self.key))
        #expect(
            try Blake2s.keyed(Self.message, key: key).bytes
                == hexadecimal("82623be5bc0a391b24dce53e67d028eff92d586de0485ac37822e597d049c74f")
        )
        let derived = try Blake2s.derive(3, from: Self.message, chain: key)
        #expect(
            derived.map(\.bytes) == [
                hexadecimal("c67e0b211ebf48c12c6d41da8fcee207d4c325a8c30f054d97401b14ed212f9f"),
                hexadecimal("923b032867c597d1df124053325e553b104bf3b76180a46e0c21b44001ec50f6"),
                hexadecimal("73e5eae9c5d230ea6becb29ab8a49f627aff1eb27586b938a71ae090d4c7a184"),
            ]
        )
        #expect(try Blake2s.derive(1, from: Self.message, chain: key) == [derived[0]])
    }

    @Test func `codes are compared as a whole`() {
        #expect(Blake2s.isSame([1, 2, 3], [1, 2, 3]))
        #expect(!Blake2s.isSame([1, 2, 3], [1, 2, 4]))
        #expect(!Blake2s.isSame([1, 2, 3], [1, 2]))
        #expect(Blake2s.isSame([], []))
    }
}
