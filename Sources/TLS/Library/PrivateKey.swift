internal import COpenSSL

/// A key on the curve P-256, made from the system's randomness. It is never written out.
final class PrivateKey: @unchecked Sendable {
    // Safety: the key never changes once it is made, and OpenSSL lets threads share such keys.
    let raw: OpaquePointer

    init() throws(TLSError) {
        LibraryErrors.clear()
        raw = try LibraryErrors.made("a key", netlab_ssl_new_key())
    }

    deinit {
        EVP_PKEY_free(raw)
    }
}
