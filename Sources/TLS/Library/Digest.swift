internal import COpenSSL

/// Digests of bytes.
package enum Digest: String, Sendable {
    case md5 = "MD5"
    case sha256 = "SHA256"

    private static let longest = 64
    private static let digits = Array("0123456789abcdef".utf8)

    /// In hexadecimal digits.
    package func text(of bytes: [UInt8]) -> String {
        let digest = [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, filled in
            var count = 0
            let isMade = EVP_Q_digest(nil, rawValue, nil, bytes, bytes.count, buffer.baseAddress, &count)
            filled = isMade == 1 ? count : 0
        }
        return String(
            decoding: digest.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}
