internal import COpenSSL

/// A private key: one on the curve P-256, made from the system's randomness, or the user's own. Only what is to
/// outlast the program writes its key out.
final class PrivateKey: @unchecked Sendable {
    // Safety: the key never changes once it is made, and OpenSSL lets threads share such keys.
    let raw: OpaquePointer

    init() throws(TLSError) {
        LibraryErrors.clear()
        raw = try LibraryErrors.made("a key", netlab_ssl_new_key())
    }

    /// The first key of a text in PEM. Nobody is asked for the passphrase of an encrypted key: it is refused.
    init(pem: String) throws(TLSError) {
        LibraryErrors.clear()
        let text = try MemoryBuffer()
        try text.append(pem)
        // Without a callback the library would ask at the terminal.
        let read = PEM_read_bio_PrivateKey(text.raw, nil, { _, _, _, _ in -1 }, nil)
        raw = try LibraryErrors.made("a key", read)
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
