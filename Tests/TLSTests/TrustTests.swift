import Testing

@testable import TLS

@Suite struct TrustTests {
    @Test func `joined bundles are separated by a line break`() {
        #expect(TrustBundle.joined("", "# ours\n") == "# ours\n")
        #expect(TrustBundle.joined("# theirs", "# ours\n") == "# theirs\n# ours\n")
        #expect(TrustBundle.joined("# theirs\n", "# ours\n") == "# theirs\n# ours\n")
    }

    @Test func `a joined bundle trusts both authorities`() throws {
        let (ours, theirs) = (try TestAuthority(), try TestAuthority())
        let bundle = TrustBundle.joined(theirs.authority.certificatePEM, ours.authority.certificatePEM)
        let client = try TLSClientContext(trust: bundle, now: SessionPair.now)
        for bench in [ours, theirs] {
            #expect(throws: Never.self) { try SessionPair(bench.server(), client).settle() }
        }
    }

    @Test func `every environment variable names the bundle`() {
        let variables = TLSTrust(bundlePath: "/t/bundle.pem").environment
        #expect(
            Set(variables.keys) == [
                "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO",
                "NODE_EXTRA_CA_CERTS",
            ]
        )
        #expect(variables.allSatisfy { $0.value == "/t/bundle.pem" })
    }

    @Test(arguments: [
        "", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nAAAA\n",
    ])
    func `text without a valid certificate is rejected`(text: String) throws {
        #expect(throws: TLSError.self) { try TLSClientContext(trust: text, now: SessionPair.now) }
        let good = try TestAuthority().authority.certificatePEM
        if text.hasPrefix("-----") {
            #expect(throws: TLSError.self) { try TLSClientContext(trust: good + text, now: SessionPair.now) }
        }
    }
}
