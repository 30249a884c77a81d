import TLS

/// A certificate that an end sent; its validity is not checked.
package struct CaptureCertificate: Hashable, Sendable {
    /// In RFC 2253's notation.
    package var subject: String
    package var issuer: String
    /// Subject alternative names in OpenSSL's notation; nil without any.
    package var names: String?
    /// Seconds since 1970; nil if unreadable.
    package var validFrom: Int64?
    package var validUntil: Int64?

    init(_ facts: CertificateFacts) {
        subject = facts.subject
        issuer = facts.issuer
        names = facts.names
        validFrom = facts.validity?.from
        validUntil = facts.validity?.until
    }
}
