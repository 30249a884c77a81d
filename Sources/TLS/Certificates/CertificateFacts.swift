internal import COpenSSL
import Glibc

/// The contents of any certificate. Nothing in it is trusted or verified.
package struct CertificateFacts: Hashable, Sendable {
    /// A longer text of names is truncated.
    private static let longestNames = 4096

    /// In the notation of RFC 2253: `CN=origin.netlab.test,O=netlab`.
    package var subject: String
    package var issuer: String
    /// Its alternative names: `DNS:a.test, IP Address:192.0.2.1`; nil if it has none.
    package var names: String?
    package var validity: CertificateValidity?

    /// nil if the bytes are no certificate.
    package init?(der: RawSpan) {
        LibraryErrors.clear()
        let parsed = der.withUnsafeBytes { bytes in
            var start = bytes.bindMemory(to: UInt8.self).baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
        guard let certificate = parsed else { return nil }
        defer { X509_free(certificate) }
        self.init(certificate)
    }

    /// The certificate is borrowed.
    init?(_ certificate: OpaquePointer) {
        guard let subject = Self.text(X509_get_subject_name(certificate)),
            let issuer = Self.text(X509_get_issuer_name(certificate))
        else { return nil }
        self.subject = subject
        self.issuer = issuer
        names = Self.names(of: certificate)
        if let from = Self.seconds(X509_get0_notBefore(certificate)),
            let until = Self.seconds(X509_get0_notAfter(certificate))
        {
            validity = CertificateValidity(from: from, until: until)
        }
    }

    private static func text(_ name: OpaquePointer?) -> String? {
        guard let name, let buffer = try? MemoryBuffer(),
            X509_NAME_print_ex(buffer.raw, name, 0, netlab_x509_name_flags) >= 0
        else { return nil }
        return buffer.text
    }

    private static func names(of certificate: OpaquePointer) -> String? {
        let place = X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1)
        guard place >= 0, let entry = X509_get_ext(certificate, place), let buffer = try? MemoryBuffer(),
            X509V3_EXT_print(buffer.raw, entry, 0, 0) == 1
        else { return nil }
        return String(buffer.text.prefix(longestNames))
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Int64(timegm(&parts))
    }
}
