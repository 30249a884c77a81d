import LinuxIO
import Serving
import TLS
import Wire

/// The certificates of one server: an authority made for it, whose key dies with it, and what it signed.
struct ServeTrust {
    /// Devices refuse certificates of more than a year or two; a test server is not run for that long.
    private static let days: Int64 = 30
    private static let loopback: UInt32 = 0x7F00_0001

    let server: TLSServerContext
    let authorityPEM: String
    /// Whom the certificate is for.
    let subject: CertificateSubject

    /// For `localhost`, this machine's name, and the addresses by which clients reach `address`. `now` is the wall
    /// clock's, in seconds since 1970.
    init(for address: SocketAddress, now: Int64) throws {
        let validity = CertificateValidity.days(Self.days, from: now)
        let authority = try CertificateAuthority(validity: validity)
        let reachable = address.address == 0 ? MachineAddresses.all() : [address.address]
        let addresses = [Self.loopback] + reachable.filter { $0 != Self.loopback }
        let subject = CertificateSubject(names: Self.names, addresses: addresses.map { IPAddress.v4($0) })
        let identity = try authority.issue(to: subject, validity: validity)
        server = try TLSServerContext(identity, TLSParameters(applicationProtocols: Self.protocols.names))
        authorityPEM = authority.certificatePEM
        self.subject = subject
    }

    private static let protocols: HTTPProtocols = [.http1, .http2]

    /// A machine may have any name, also one that no certificate can have.
    private static var names: [String] {
        let own = CertificateSubject(names: [Machine.hostName])
        return ["localhost"] + (own.isValid && own.names != ["localhost"] ? own.names : [])
    }
}
