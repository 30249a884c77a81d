internal import COpenSSL

/// An X.509 certificate.
final class Certificate: @unchecked Sendable {
    // Safety: a certificate never changes once it is signed, and OpenSSL lets threads share such
    // certificates.
    let raw: OpaquePointer
    let pem: String

    /// Takes ownership of the certificate.
    init(owning raw: OpaquePointer) throws(TLSError) {
        self.raw = raw
        let buffer = try MemoryBuffer()
        try LibraryErrors.check("a certificate's text", PEM_write_bio_X509(buffer.raw, raw) == 1)
        pem = buffer.text
    }

    deinit {
        X509_free(raw)
    }
}
