internal import COpenSSL
package import Wire

/// The record protection of a cipher suite, as far as it can be opened here.
package struct RecordAlgorithm: Hashable, Sendable {
    enum Cipher: Hashable, Sendable {
        case aes128GCM, aes256GCM, chacha20Poly1305
        case aes128CBC, aes256CBC

        var isBlockChain: Bool { self == .aes128CBC || self == .aes256CBC }
        var keyBytes: Int { self == .aes128GCM || self == .aes128CBC ? 16 : 32 }

        /// The library's cipher.
        var raw: OpaquePointer? {
            switch self {
            case .aes128GCM: EVP_aes_128_gcm()
            case .aes256GCM: EVP_aes_256_gcm()
            case .chacha20Poly1305: EVP_chacha20_poly1305()
            case .aes128CBC: EVP_aes_128_cbc()
            case .aes256CBC: EVP_aes_256_cbc()
            }
        }
    }

    /// Authenticates each record of a block cipher.
    enum MAC: Hashable, Sendable {
        case sha1, sha256, sha384

        var bytes: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            case .sha384: 48
            }
        }

        var raw: OpaquePointer? {
            switch self {
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha384: EVP_sha384()
            }
        }
    }

    let cipher: Cipher
    let version: TLSProtocolVersion
    /// nil for ciphers that authenticate by themselves.
    let mac: MAC?
    /// Hash that derives keys from secrets.
    package let hash: KeyDerivation.Hash

    /// nil if suite and version do not match or cannot be opened.
    package init?(_ suite: TLSCipherSuite, _ version: TLSProtocolVersion) {
        let name = suite.description
        let isNew = version.rawValue >= TLSProtocolVersion.tls13.rawValue
        guard isNew == (suite.rawValue >> 8 == 0x13), version.rawValue >= TLSProtocolVersion.tls10.rawValue,
            let cipher = Self.ciphers.first(where: { name.contains($0.part) })?.cipher
        else { return nil }
        self.cipher = cipher
        self.version = version
        if version.rawValue < TLSProtocolVersion.tls12.rawValue {
            guard cipher.isBlockChain else { return nil }
            hash = .md5AndSHA1
        } else {
            hash = name.hasSuffix("_SHA384") ? .sha384 : .sha256
        }
        guard cipher.isBlockChain else {
            mac = nil
            return
        }
        mac = name.hasSuffix("_SHA384") ? .sha384 : name.hasSuffix("_SHA256") ? .sha256 : .sha1
    }

    private static let ciphers: [(part: String, cipher: Cipher)] = [
        ("AES_128_GCM", .aes128GCM), ("AES_256_GCM", .aes256GCM), ("CHACHA20_POLY1305", .chacha20Poly1305),
        ("AES_128_CBC", .aes128CBC), ("AES_256_CBC", .aes256CBC),
    ]

    /// Bytes of the nonce that are fixed for all records: with GCM before TLS 1.3 each record carries the
    /// rest.
    var fixedNonceBytes: Int {
        if cipher.isBlockChain { return version == .tls10 ? 16 : 0 }
        return explicitNonceBytes == 0 ? 12 : 4
    }

    /// Bytes of the nonce that each record carries.
    var explicitNonceBytes: Int {
        switch cipher {
        case .aes128CBC, .aes256CBC: version == .tls10 ? 0 : 16
        case .chacha20Poly1305: 0
        case .aes128GCM, .aes256GCM: version.rawValue >= TLSProtocolVersion.tls13.rawValue ? 0 : 8
        }
    }

    /// Bytes that protection adds to a record's content; the usual number if that varies.
    package var overhead: Int {
        guard let mac else {
            // The true type follows the content.
            return explicitNonceBytes + 16 + (version.rawValue >= TLSProtocolVersion.tls13.rawValue ? 1 : 0)
        }
        return explicitNonceBytes + mac.bytes + 8
    }
}
