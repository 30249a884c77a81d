internal import CQUIC

/// Why a certificate is not trusted.
package enum CertificateMistrust: Hashable, Sendable {
    case expired, notYetValid, otherHost, unknownAuthority
    /// GnuTLS's number.
    case other(UInt32)

    init(_ status: UInt32) {
        func has(_ flag: gnutls_certificate_status_t) -> Bool { status & UInt32(flag.rawValue) != 0 }
        self =
            if has(GNUTLS_CERT_EXPIRED) {
                .expired
            } else if has(GNUTLS_CERT_NOT_ACTIVATED) {
                .notYetValid
            } else if has(GNUTLS_CERT_UNEXPECTED_OWNER) {
                .otherHost
            } else if has(GNUTLS_CERT_SIGNER_NOT_FOUND) || has(GNUTLS_CERT_SIGNER_NOT_CA) {
                .unknownAuthority
            } else {
                .other(status)
            }
    }
}
