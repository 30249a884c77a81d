import LinuxIO
import TLS

/// A server's identity for tests, and clients that trust it.
struct TestIdentity {
    static let host = "origin.netlab.test"

    let server: TLSServerContext
    let client: TLSClientContext

    init(server: TLSParameters = TLSParameters(), client: TLSParameters = TLSParameters()) throws {
        let now = RunClock.wall() / 1_000_000_000
        let validity = CertificateValidity.days(1, from: now)
        let authority = try CertificateAuthority(validity: validity)
        let identity = try authority.issue(to: CertificateSubject(names: [Self.host]), validity: validity)
        self.server = try TLSServerContext(identity, server)
        self.client = try TLSClientContext(trust: authority.certificatePEM, now: now, client)
    }
}
