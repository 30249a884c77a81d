internal import COpenSSL

/// A key on the curve P-256, made anew from the system's randomness. It is never written out.
final class PrivateKey: @unchecked Sendable {
    // Safety: the key is never changed once it is made, and OpenSSL lets threads share such a one.
    let raw: OpaquePointer

    init() throws(TLSError) {
        LibraryErrors.clear()
        raw = try LibraryErrors.made("a key", netlab_ssl_new_key())
    }

    deinit {
        EVP_PKEY_free(raw)
    }
}
