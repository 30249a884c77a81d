/// The validity period of a certificate, in seconds since 1970, both ends included.
package struct CertificateValidity: Hashable, Sendable {
    private static let day: Int64 = 86_400

    package var from: Int64
    package var until: Int64

    package init(from: Int64, until: Int64) {
        self.from = from
        self.until = until
    }

    /// From a day before `now`, for clocks that are behind, until `days` days after it.
    package static func days(_ days: Int64, from now: Int64) -> CertificateValidity {
        CertificateValidity(from: now - day, until: now + days * day)
    }

    /// Expired a day before `now`.
    package static func expired(at now: Int64) -> CertificateValidity {
        CertificateValidity(from: now - 30 * day, until: now - day)
    }
}
