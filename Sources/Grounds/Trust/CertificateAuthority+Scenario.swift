package import Scenarios
package import TLS

extension CertificateAuthority {
    /// Subject of the certificate with the wrong host.
    private static let otherName = "elsewhere.netlab.test"

    /// Issues the origin's certificate: valid for `subject` within `validity`, or with the defect that
    /// `certificate` names. `now` is wall-clock time in seconds since 1970.
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
