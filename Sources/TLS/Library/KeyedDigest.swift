internal import COpenSSL

/// A digest that only the holder of the key can make: HMAC with SHA-256 (RFC 2104).
package enum KeyedDigest {
    private static let length = 32

    /// 32 bytes.
    package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            var count: UInt32 = 0
            // A null key has another meaning than an empty one.
            let key = key.isEmpty ? [0] : key
            _ = HMAC(
                EVP_sha256(),
                key,
                Int32(clamping: key.count),
                message,
                message.count,
                buffer.baseAddress,
                &count
            )
            filled = Int(count)
        }
    }
}
