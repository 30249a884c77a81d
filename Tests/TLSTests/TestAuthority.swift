import Wire

@testable import TLS

/// A test's own authority, and ends with its certificates.
struct TestAuthority {
    static let validity = CertificateValidity.days(2, from: SessionPair.now)

    /// A server's context for tests that need no special certificate.
    static let shared = Result { try TestAuthority().server() }

    let authority: CertificateAuthority

    init() throws(TLSError) {
        authority = try CertificateAuthority(validity: Self.validity)
    }

    func server(
        _ parameters: TLSParameters = TLSParameters(),
        for names: [String] = [SessionPair.host],
        addresses: [IPAddress] = [],
        validity: CertificateValidity = validity,
        signedBy signer: CertificateAuthority.Signer = .authority,
        keyLog: KeyLog? = nil
    ) throws(TLSError) -> TLSServerContext {
        let subject = CertificateSubject(names: names, addresses: addresses)
        let identity = try authority.issue(to: subject, validity: validity, signedBy: signer)
        return try TLSServerContext(identity, parameters, keyLog: keyLog)
    }

    func client(_ parameters: TLSParameters = TLSParameters()) throws(TLSError) -> TLSClientContext {
        try TLSClientContext(trust: authority.certificatePEM, now: SessionPair.now, parameters)
    }
}
