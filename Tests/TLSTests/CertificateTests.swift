import Testing
import Wire

@testable import TLS

@Suite struct CertificateTests {
    private static let lapsed = CertificateValidity.expired(at: SessionPair.now)
    private static let future = CertificateValidity(
        from: SessionPair.now + 100,
        until: SessionPair.now + 200
    )

    /// The error of a client that trusts only the authority; nil if it accepts.
    private func verdict(
        _ context: (TestAuthority) throws -> TLSServerContext,
        host: String = SessionPair.host
    ) throws -> String? {
        let bench = try TestAuthority()
        let pair = try SessionPair(context(bench), bench.client(), host: host)
        do {
            try pair.settle()
            return nil
        } catch let error as TLSError {
            return error.description
        }
    }

    @Test(arguments: [
        ("origin.netlab.test", true), ("ORIGIN.netlab.test", true), ("a.cdn.test", true),
        ("cdn.test", false), ("a.b.cdn.test", false), ("netlab.test", false),
        ("198.18.0.2", true), ("198.18.0.3", false), ("192.0.2.1", true),
    ])
    func `a certificate is valid for its names and addresses only`(host: String, isGood: Bool) throws {
        let verdict = try verdict(
            {
                try $0.server(
                    for: ["origin.netlab.test", "*.cdn.test"],
                    addresses: [.v4(0xC612_0002), .v4(0xC000_0201)]
                )
            },
            host: host
        )
        #expect((verdict == nil) == isGood)
        if let verdict { #expect(verdict.contains("mismatch")) }
    }

    @Test func `invalid certificates are rejected with the reason`() throws {
        #expect(try verdict { try $0.server() } == nil)
        #expect(try verdict { try $0.server(validity: Self.lapsed) }?.contains("has expired") == true)
        #expect(try verdict { try $0.server(validity: Self.future) }?.contains("not yet valid") == true)
        #expect(try verdict { try $0.server(signedBy: .itself) }?.contains("self-signed") == true)
        let stranger = try verdict { _ in try TestAuthority().server() }
        #expect(stranger?.hasPrefix("the TLS handshake failed: certificate verify failed: ") == true)
    }

    @Test func `the server learns that the client refused`() throws {
        let bench = try TestAuthority()
        let pair = try SessionPair(TestAuthority().server(), bench.client())
        #expect(throws: TLSError.self) { try pair.settle() }
        let error = try #require(throws: TLSError.self) {
            try pair.server.receive(pair.client.takeCiphertext())
        }
        #expect(error.description.contains("alert"))
    }

    @Test(arguments: [
        "", "a,DNS:b", "a b", ".a", "a.", "a..b", "*", "a.*.b", "a\n", "käse.test",
        String(repeating: "a", count: 64) + ".test", "a,IP:1.2.3.4", "@section",
        String(repeating: "a.", count: 127) + "a",
    ])
    func `invalid names get no certificate`(name: String) throws {
        let bench = try TestAuthority()
        #expect(throws: TLSError.invalidName(name)) { try bench.server(for: ["good.test", name]) }
    }

    @Test func `a certificate requires a name or an address`() throws {
        let bench = try TestAuthority()
        #expect(throws: TLSError.noNames) { try bench.server(for: []) }
        #expect(throws: Never.self) { try bench.server(for: [], addresses: [.v4(1)]) }
        #expect(throws: Never.self) { try bench.server(for: [String(repeating: "a.", count: 126) + "a"]) }
    }

    @Test func `exported PEM contains no keys, and certificates are unique`() throws {
        let bench = try TestAuthority()
        let subject = CertificateSubject(names: ["a.test"])
        let texts = try (0..<2).map { _ in
            try bench.authority.issue(to: subject, validity: TestAuthority.validity).certificatePEM
        }
        for text in texts + [bench.authority.certificatePEM] {
            #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
            #expect(text.hasSuffix("-----END CERTIFICATE-----\n"))
            #expect(!text.contains("KEY"))
        }
        #expect(texts[0] != texts[1])
    }
}
