internal import COpenSSL

/// BLAKE2s (RFC 7693): the protocol's hash, and its codes that only a key's holder can make.
enum Blake2s {
    /// Of a short code, in bytes.
    static let codeCount = 16

    /// The hash of the parts one after the other.
    static func hash(_ parts: [UInt8]...) throws(CryptographyFault) -> Bytes32 {
        let message = Array(parts.joined())
        return try Bytes32 { (hash) throws(CryptographyFault) in
            let isDone = EVP_Digest(message, message.count, hash, nil, EVP_blake2s256(), nil) == 1
            try CryptographyFault.check(isDone)
        }
    }

    /// A code of 16 bytes by BLAKE2s with a key, which is not HMAC.
    static func code(of message: [UInt8], key: [UInt8]) throws(CryptographyFault) -> [UInt8] {
        let code = [UInt8](unsafeUninitializedCapacity: codeCount) { room, filled in
            let made = netlab_blake2s_code(
                key,
                key.count,
                message,
                message.count,
                room.baseAddress,
                codeCount
            )
            filled = made == 1 ? codeCount : 0
        }
        try CryptographyFault.check(code.count == codeCount)
        return code
    }

    /// HMAC (RFC 2104) with BLAKE2s as its hash.
    static func keyed(_ message: [UInt8], key: Bytes32) throws(CryptographyFault) -> Bytes32 {
        try Bytes32 { (code) throws(CryptographyFault) in
            let made = key.withBytes { key in
                HMAC(EVP_blake2s256(), key, Int32(Bytes32.count), message, message.count, code, nil)
            }
            try CryptographyFault.check(made != nil)
        }
    }

    /// HKDF as Noise has it: the first `count` keys, at most three, that follow from `input` and the chain so far.
    static func derive(_ count: Int, from input: [UInt8], chain: Bytes32) throws(CryptographyFault)
        -> [Bytes32]
    {
        let secret = try keyed(input, key: chain)
        var keys: [Bytes32] = []
        var last: [UInt8] = []
        for number in 1...count {
            let key = try keyed(last + [UInt8(number)], key: secret)
            keys.append(key)
            last = key.bytes
        }
        return keys
    }

    /// Compares in a time that does not depend on where the codes differ.
    static func isSame(_ code: [UInt8], _ other: [UInt8]) -> Bool {
        code.count == other.count && CRYPTO_memcmp(code, other, code.count) == 0
    }
}
