import LinuxIO
import Scenarios
import TLS
import Testbed
import Wire

/// The certificates of one server: an authority made for it, whose key dies with it, and what it signed.
struct ServeTrust {
    /// Devices refuse certificates of more than a year or two; a test server is not run for that long.
    private static let days: Int64 = 30

    let server: TLSServerContext
    let authorityPEM: String

    /// For `localhost`, this machine's name, what else clients call the server, and the addresses by which they reach
    /// `address`; or wrong as it is told to be. `now` is the wall clock's, in seconds since 1970.
    init(
        for address: SocketAddress,
        _ encryption: OriginEncryption,
        http: [OfferedHTTP],
        names: [String],
        now: Int64
    ) throws {
        let validity = CertificateValidity.days(Self.days, from: now)
        let authority = try CertificateAuthority(validity: validity)
        let addresses = Self.addresses(of: address.host, machine: MachineAddresses.all())
        let subject = CertificateSubject(names: Self.names + names, addresses: addresses)
        let identity = try authority.issue(to: subject, encryption.certificate, validity: validity, now: now)
        server = try TLSServerContext(identity, TLSParameters(encryption, http: http))
        authorityPEM = authority.certificatePEM
    }

    /// Both loopbacks in any case: what `localhost` leads to is the client's affair.
    static func addresses(of host: IPAddress, machine: [IPAddress]) -> [IPAddress] {
        let loopbacks = [IPAddress.loopback4, .loopback6]
        let reachable =
            switch host {
            case .any4: machine.filter(\.isV4)
            case .any6: machine
            default: [host]
            }
        return loopbacks + reachable.filter { !loopbacks.contains($0) }
    }

    /// A machine may have any name, also one that no certificate can have.
    private static var names: [String] {
        let own = CertificateSubject(names: [Machine.hostName])
        return ["localhost"] + (own.isValid && own.names != ["localhost"] ? own.names : [])
    }
}
