package import Scenarios
package import TLS

extension CertificateAuthority {
    /// Whose certificate an origin has that has another's.
    private static let otherName = "elsewhere.netlab.test"

    /// What an origin proves itself with: good for `subject` until `validity` ends, or wrong as it is told to be. `now` is the
    /// wall clock's, in seconds since 1970.
    package func issue(
        to subject: CertificateSubject,
        _ certificate: OriginEncryption.Certificate,
        validity: CertificateValidity,
        now: Int64
    ) throws(TLSError) -> ServerIdentity {
        try issue(
            to: certificate == .wrongHost ? CertificateSubject(names: [Self.otherName]) : subject,
            validity: certificate == .expired ? .expired(at: now) : validity,
            signedBy: certificate == .selfSigned ? .itself : .authority
        )
    }
}
