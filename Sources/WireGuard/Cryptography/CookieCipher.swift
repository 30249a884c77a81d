internal import COpenSSL

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): nonces are so long that they may be random.
enum CookieCipher {
    static let nonceCount = 24
    private static let wordCount = 4
    private static let blockCount = 64

    static func seal(
        _ content: [UInt8],
        key: Bytes32,
        nonce: [UInt8],
        told: [UInt8]
    ) throws(CryptographyFault) -> [UInt8] {
        let (key, nonce) = try split(key, nonce)
        return try PacketCipher.seal(content, key: key, nonce, told: told)
    }

    static func open(
        _ sealed: [UInt8],
        key: Bytes32,
        nonce: [UInt8],
        told: [UInt8]
    ) throws(CryptographyFault) -> [UInt8] {
        let (key, nonce) = try split(key, nonce)
        return try PacketCipher.open(sealed, key: key, nonce, told: told)
    }

    /// The nonce's first 16 bytes make another key, its last 8 are the nonce under that one.
    private static func split(
        _ key: Bytes32,
        _ nonce: [UInt8]
    ) throws(CryptographyFault) -> (Bytes32, PacketNonce) {
        guard nonce.count == nonceCount, let rest = PacketNonce([0, 0, 0, 0] + nonce.suffix(8)) else {
            throw .library
        }
        return (try subkey(key, Array(nonce.prefix(16))), rest)
    }

    /// HChaCha20: the state after ChaCha20's rounds, without the addition of the state before them. OpenSSL's block
    /// has that addition, so it is taken back; the words that are used began as constants and as the nonce.
    static func subkey(_ key: Bytes32, _ nonce: [UInt8]) throws(CryptographyFault) -> Bytes32 {
        guard nonce.count == 4 * wordCount else { throw .library }
        let block = try block(key, nonce)
        let start = Array("expand 32-byte k".utf8) + nonce
        let used = Array(block.prefix(4 * wordCount)) + block.suffix(4 * wordCount)
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: used.count, by: 4) {
            let word = word(used, at: place) &- word(start, at: place)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
        }
        guard let subkey = Bytes32(bytes) else { throw .library }
        return subkey
    }

    private static func word(_ bytes: [UInt8], at place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }

    /// ChaCha20's output for a state that ends with these 16 bytes, OpenSSL's block number and nonce.
    private static func block(_ key: Bytes32, _ nonce: [UInt8]) throws(CryptographyFault) -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        let zeroes = [UInt8](repeating: 0, count: blockCount)
        let block = [UInt8](unsafeUninitializedCapacity: blockCount) { room, filled in
            var written: Int32 = 0
            let isDone =
                context != nil
                && key.withBytes { EVP_EncryptInit_ex(context, EVP_chacha20(), nil, $0, nonce) == 1 }
                && EVP_EncryptUpdate(context, room.baseAddress, &written, zeroes, Int32(blockCount)) == 1
            filled = isDone ? Int(written) : 0
        }
        try CryptographyFault.check(block.count == blockCount)
        return block
    }
}
