import Testing

@testable import TLS

@Suite struct KeptAuthorityTests {
    private static let validity = CertificateValidity.days(10, from: SessionPair.now)

    @Test
    func `an authority loaded from its files issues trusted certificates`() throws {
        let made = try CertificateAuthority(named: "netlab proxy CA", validity: Self.validity)
        let kept = try CertificateAuthority(certificatePEM: made.certificatePEM, keyPEM: made.keyPEM)
        #expect(kept.certificatePEM == made.certificatePEM && kept.until == Self.validity.until)
        #expect(kept.certificateDER.starts(with: [0x30, 0x82]))
        let identity = try kept.issue(
            to: CertificateSubject(names: [SessionPair.host]),
            validity: Self.validity
        )
        let client = try TLSClientContext(trust: made.certificatePEM, now: SessionPair.now)
        let pair = try SessionPair(try TLSServerContext(identity), client)
        try pair.settle()
        #expect(pair.server.isEstablished && pair.client.isEstablished)
    }

    @Test
    func `a key of another authority is rejected`() throws {
        let (one, other) = (
            try CertificateAuthority(validity: Self.validity),
            try CertificateAuthority(validity: Self.validity)
        )
        #expect(throws: TLSError.self) {
            try CertificateAuthority(certificatePEM: one.certificatePEM, keyPEM: other.keyPEM)
        }
    }

    @Test(arguments: ["", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func `invalid files are rejected`(_ text: String) {
        #expect(throws: TLSError.self) { try CertificateAuthority(certificatePEM: text, keyPEM: text) }
    }

    @Test
    func `a client that verifies nothing accepts any server`() throws {
        let server = try TestAuthority().server(for: ["elsewhere.test"], signedBy: .itself)
        let client = try TLSClientContext(unverified: TLSParameters())
        let pair = try SessionPair(server, client)
        try pair.settle()
        #expect(pair.client.isEstablished && pair.client.negotiation?.serverName == SessionPair.host)
    }
}
