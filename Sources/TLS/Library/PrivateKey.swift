internal import COpenSSL

/// A key on the curve P-256, made from the system's randomness. Only an authority that is to last writes its key
/// out.
final class PrivateKey: @unchecked Sendable {
    // Safety: the key never changes once it is made, and OpenSSL lets threads share such keys.
    let raw: OpaquePointer

    init() throws(TLSError) {
        LibraryErrors.clear()
        raw = try LibraryErrors.made("a key", netlab_ssl_new_key())
    }

    /// A key in PEM, as `pem` writes it.
    init(pem: String) throws(TLSError) {
        LibraryErrors.clear()
        let text = try MemoryBuffer()
        try text.append(pem)
        raw = try LibraryErrors.made("a key", PEM_read_bio_PrivateKey(text.raw, nil, nil, nil))
    }

    /// The key itself, unencrypted.
    var pem: String {
        get throws(TLSError) {
            LibraryErrors.clear()
            let text = try MemoryBuffer()
            let isWritten = PEM_write_bio_PrivateKey(text.raw, raw, nil, nil, 0, nil, nil) == 1
            try LibraryErrors.check("a key's text", isWritten)
            return text.text
        }
    }

    deinit {
        EVP_PKEY_free(raw)
    }
}
