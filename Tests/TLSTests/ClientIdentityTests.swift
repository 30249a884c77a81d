import COpenSSL
import Testing

@testable import TLS

@Suite struct ClientIdentityTests {
    private static func authority(_ name: String) throws -> CertificateAuthority {
        try CertificateAuthority(named: name, validity: TestAuthority.validity)
    }

    /// A server that refuses clients without a certificate, and accepts any.
    private static func askingServer(_ bench: TestAuthority) throws -> TLSServerContext {
        let context = try bench.server()
        SSL_CTX_set_verify(
            context.library.raw,
            SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
            { _, _ in 1 }
        )
        return context
    }

    @Test(arguments: [true, false])
    func `a server that requests a certificate gets it`(_ isVerified: Bool) throws {
        let bench = try TestAuthority()
        let visitor = try Self.authority("visitor")
        let identity = try ClientIdentity(pem: visitor.keyPEM + visitor.certificatePEM)
        let client =
            isVerified
            ? try TLSClientContext(
                trust: bench.authority.certificatePEM,
                now: SessionPair.now,
                identity: identity
            ) : try TLSClientContext(unverified: TLSParameters(), identity: identity)
        let pair = try SessionPair(try Self.askingServer(bench), client)
        try pair.settle()
        #expect(pair.server.isEstablished)
        #expect(pair.server.peerCertificate?.subject.contains("visitor") == true)
    }

    @Test func `further certificates of the text are sent along`() throws {
        let bench = try TestAuthority()
        let (visitor, above) = (try Self.authority("visitor"), try Self.authority("above"))
        let text = try visitor.keyPEM + visitor.certificatePEM
        let sent = try [text, text + above.certificatePEM].map { text in
            let client = try TLSClientContext(
                unverified: TLSParameters(),
                identity: try ClientIdentity(pem: text)
            )
            let pair = try SessionPair(try Self.askingServer(bench), client)
            try pair.settle()
            return pair.fromClient.count
        }
        // Signatures differ by a few bytes from one session to the next.
        #expect(sent[1] - sent[0] > above.certificateDER.count - 20)
    }

    @Test func `a server that requires a certificate refuses a client without one`() throws {
        let bench = try TestAuthority()
        let pair = try SessionPair(try Self.askingServer(bench), try bench.client())
        #expect(throws: TLSError.self) { try pair.settle() }
    }

    @Test func `a key of another certificate is rejected`() throws {
        let text = try Self.authority("one").certificatePEM + Self.authority("other").keyPEM
        let error = #expect(throws: TLSError.self) { _ = try ClientIdentity(pem: text) }
        #expect(error?.description.contains("another certificate") == true)
    }

    @Test(arguments: [
        ("", "no certificate"), ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "be used"),
    ])
    func `text without a certificate is rejected`(_ text: String, _ told: String) {
        let error = #expect(throws: TLSError.self) { _ = try ClientIdentity(pem: text) }
        #expect(error?.description.contains(told) == true)
    }

    @Test(arguments: [
        ("", "no usable private key"),
        ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", "passphrase"),
    ])
    func `a certificate without a usable key is rejected`(_ key: String, _ told: String) throws {
        let certificate = try Self.authority("one").certificatePEM
        let error = #expect(throws: TLSError.self) { _ = try ClientIdentity(pem: certificate + key) }
        #expect(error?.description.contains(told) == true)
    }
}
