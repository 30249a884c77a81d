internal import COpenSSL

/// Functions that derive keys from secrets. Each returns nil if the library fails.
package enum KeyDerivation {
    package enum Hash: Hashable, Sendable {
        case sha256, sha384
        /// Both at once, as before TLS 1.2.
        case md5AndSHA1

        package var length: Int {
            switch self {
            case .sha256: 32
            case .sha384: 48
            case .md5AndSHA1: 36
            }
        }

        var algorithm: OpaquePointer? {
            switch self {
            case .sha256: EVP_sha256()
            case .sha384: EVP_sha384()
            case .md5AndSHA1: EVP_md5_sha1()
            }
        }
    }

    /// HKDF-Expand-Label (RFC 8446, 7.1) without a context.
    package static func expand(_ secret: [UInt8], label: String, count: Int, _ hash: Hash) -> [UInt8]? {
        let label = Array("tls13 \(label)".utf8)
        let info =
            [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
            + [UInt8(clamping: label.count)] + label + [0]
        return derive(EVP_PKEY_HKDF, count: count) { context in
            EVP_PKEY_CTX_set_hkdf_mode(context, Int32(EVP_KDF_HKDF_MODE_EXPAND_ONLY)) > 0
                && EVP_PKEY_CTX_set_hkdf_md(context, hash.algorithm) > 0
                && EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(clamping: secret.count)) > 0
                && EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(clamping: info.count)) > 0
        }
    }

    /// HKDF-Extract (RFC 5869) with SHA-256.
    package static func extract(_ material: [UInt8], salt: [UInt8]) -> [UInt8]? {
        derive(EVP_PKEY_HKDF, count: Hash.sha256.length) { context in
            EVP_PKEY_CTX_set_hkdf_mode(context, Int32(EVP_KDF_HKDF_MODE_EXTRACT_ONLY)) > 0
                && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) > 0
                && EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(clamping: salt.count)) > 0
                && EVP_PKEY_CTX_set1_hkdf_key(context, material, Int32(clamping: material.count)) > 0
        }
    }

    /// The pseudo-random function of TLS 1.2 and before (RFC 5246, 5).
    package static func pseudoRandom(
        _ secret: [UInt8],
        label: String,
        seed: [UInt8],
        count: Int,
        _ hash: Hash
    ) -> [UInt8]? {
        let seed = Array(label.utf8) + seed
        return derive(EVP_PKEY_TLS1_PRF, count: count) { context in
            EVP_PKEY_CTX_set_tls1_prf_md(context, hash.algorithm) > 0
                && EVP_PKEY_CTX_set1_tls1_prf_secret(context, secret, Int32(clamping: secret.count)) > 0
                && EVP_PKEY_CTX_add1_tls1_prf_seed(context, seed, Int32(clamping: seed.count)) > 0
        }
    }

    private static func derive(
        _ kind: Int32,
        count: Int,
        _ isSetUp: (OpaquePointer) -> Bool
    ) -> [UInt8]? {
        LibraryErrors.clear()
        guard let context = EVP_PKEY_CTX_new_id(kind, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_derive_init(context) > 0, isSetUp(context) else { return nil }
        var isDone = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var length = count
            isDone = EVP_PKEY_derive(context, buffer.baseAddress, &length) > 0 && length == count
            filled = isDone ? count : 0
        }
        return isDone ? bytes : nil
    }
}
