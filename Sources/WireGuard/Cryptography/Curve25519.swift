internal import COpenSSL

/// X25519 (RFC 7748): the public key of a private one, and the secret that two ends share.
enum Curve25519 {
    static func publicKey(of privateKey: Bytes32) throws(CryptographyFault) -> Bytes32 {
        let key = try own(privateKey)
        defer { EVP_PKEY_free(key) }
        return try Bytes32 { (bytes) throws(CryptographyFault) in
            var count = Bytes32.count
            try CryptographyFault.check(EVP_PKEY_get_raw_public_key(key, bytes, &count) == 1)
        }
    }

    /// Throws `weakKey` if the other end's key leads to a secret of zeroes.
    static func secret(of privateKey: Bytes32, with publicKey: Bytes32) throws(CryptographyFault) -> Bytes32 {
        let key = try own(privateKey)
        defer { EVP_PKEY_free(key) }
        let other = publicKey.withBytes {
            EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, $0, Bytes32.count)
        }
        defer { EVP_PKEY_free(other) }
        let context = EVP_PKEY_CTX_new(key, nil)
        defer { EVP_PKEY_CTX_free(context) }
        try CryptographyFault.check(
            other != nil && context != nil && EVP_PKEY_derive_init(context) == 1
                && EVP_PKEY_derive_set_peer(context, other) == 1
        )
        return try Bytes32 { (bytes) throws(CryptographyFault) in
            var count = Bytes32.count
            try CryptographyFault.check(EVP_PKEY_derive(context, bytes, &count) == 1, otherwise: .weakKey)
        }
    }

    private static func own(_ privateKey: Bytes32) throws(CryptographyFault) -> OpaquePointer {
        let key = privateKey.withBytes {
            EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, $0, Bytes32.count)
        }
        guard let key else {
            ERR_clear_error()
            throw .library
        }
        return key
    }
}
