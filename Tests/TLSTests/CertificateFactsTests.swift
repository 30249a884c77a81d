import COpenSSL
import Testing
import Wire

@testable import TLS

struct CertificateFactsTests {
    private static func facts(_ certificate: Certificate) throws -> CertificateFacts {
        var start: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(certificate.raw, &start)
        defer { netlab_openssl_free(start) }
        return try #require(read(Array(UnsafeBufferPointer(start: start, count: Int(count)))))
    }

    private static func read(_ bytes: [UInt8]) -> CertificateFacts? {
        CertificateFacts(der: bytes.span.bytes)
    }

    @Test func `a certificate has subject, issuer, names and validity`() throws {
        let authority = try CertificateAuthority(validity: TestAuthority.validity)
        let subject = CertificateSubject(names: ["origin.netlab.test"], addresses: [.v4(0xC612_0002)])
        let identity = try authority.issue(to: subject, validity: TestAuthority.validity)
        let facts = try Self.facts(identity.certificate)
        #expect(facts.subject == "CN=origin.netlab.test,O=netlab")
        #expect(facts.issuer == "CN=netlab bench CA,O=netlab")
        #expect(facts.names == "DNS:origin.netlab.test, IP Address:198.18.0.2")
        #expect(facts.validity == TestAuthority.validity)
    }

    @Test func `bytes that are not a certificate are rejected`() {
        #expect(Self.read([]) == nil)
        #expect(Self.read([0x30, 0x82, 1]) == nil)
    }
}
