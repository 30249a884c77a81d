import HTTP3
import TLS
import Wire

/// What the simulated origin shows to the simulated client. The handshake's messages are real ones, as long as a bench's.
enum SimulatedIdentity {
    static let host = "origin.netlab.test"
    /// The certificate is valid whenever a simulation runs: 2001 to 2286.
    private static let validity = CertificateValidity(from: 1_000_000_000, until: 9_999_999_999)

    /// nil if the libraries are missing. Made once: keys cost more than a short simulation.
    static let made: (server: QUICCredentials, client: QUICCredentials)? = {
        do {
            let authority = try CertificateAuthority(validity: validity)
            let subject = CertificateSubject(names: [host], addresses: [.v4(0x0A4D_0002)])
            let identity = try authority.issue(to: subject, validity: validity)
            return (
                try QUICCredentials(identity), try QUICCredentials(trust: authority.certificatePEM)
            )
        } catch {
            return nil
        }
    }()
}
