internal import COpenSSL
package import Wire

/// How the packets of a QUIC connection are protected (RFC 9001, 5.3).
package enum QUICPacketAlgorithm: Hashable, Sendable, CaseIterable {
    case aes128GCM, aes256GCM, aes128CCM, chacha20Poly1305

    /// nil if QUIC does not use the cipher suite.
    package init?(_ suite: TLSCipherSuite) {
        switch suite.rawValue {
        case 0x1301: self = .aes128GCM
        case 0x1302: self = .aes256GCM
        case 0x1303: self = .chacha20Poly1305
        case 0x1304: self = .aes128CCM
        default: return nil
        }
    }

    package var suite: TLSCipherSuite {
        switch self {
        case .aes128GCM: TLSCipherSuite(rawValue: 0x1301)
        case .aes256GCM: TLSCipherSuite(rawValue: 0x1302)
        case .chacha20Poly1305: TLSCipherSuite(rawValue: 0x1303)
        case .aes128CCM: TLSCipherSuite(rawValue: 0x1304)
        }
    }

    package var hash: KeyDerivation.Hash { self == .aes256GCM ? .sha384 : .sha256 }

    var keyBytes: Int { self == .aes128GCM || self == .aes128CCM ? 16 : 32 }

    var isCounterWithCode: Bool { self == .aes128CCM }

    /// The library's cipher for content.
    var cipher: OpaquePointer? {
        switch self {
        case .aes128GCM: EVP_aes_128_gcm()
        case .aes256GCM: EVP_aes_256_gcm()
        case .aes128CCM: EVP_aes_128_ccm()
        case .chacha20Poly1305: EVP_chacha20_poly1305()
        }
    }

    /// The library's cipher for headers.
    var headerCipher: OpaquePointer? {
        switch self {
        case .aes128GCM, .aes128CCM: EVP_aes_128_ecb()
        case .aes256GCM: EVP_aes_256_ecb()
        case .chacha20Poly1305: EVP_chacha20()
        }
    }
}
