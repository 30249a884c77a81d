import TLS

/// A certificate that an end showed; nothing in it is checked.
package struct CaptureCertificate: Hashable, Sendable {
    /// As RFC 2253 writes names.
    package var subject: String
    package var issuer: String
    /// For whom it is beside that, in OpenSSL's words; nil where it does not say.
    package var names: String?
    /// Seconds since 1970; nil where they cannot be read.
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
