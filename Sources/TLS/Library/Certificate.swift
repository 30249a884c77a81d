internal import COpenSSL
import Glibc

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

    /// The first certificate in the text.
    convenience init(pem: String) throws(TLSError) {
        LibraryErrors.clear()
        let text = try MemoryBuffer()
        try text.append(pem)
        try self.init(
            owning: LibraryErrors.made("a certificate", PEM_read_bio_X509(text.raw, nil, nil, nil))
        )
    }

    /// DER, the form that Android and Windows import.
    var der: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(raw, &start)
        guard count > 0, let start else { return [] }
        defer { netlab_ssl_free(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// When it ends, in seconds since 1970; nil if its date cannot be read.
    var until: Int64? {
        var parts = tm()
        guard ASN1_TIME_to_tm(X509_get0_notAfter(raw), &parts) == 1 else { return nil }
        return Int64(timegm(&parts))
    }

    deinit {
        X509_free(raw)
    }
}
