import Grounds
import LinuxIO
import Scenarios
import TLS
import Testbed
import Wire

/// The certificates of one server, and the authority made for it, whose key is never stored.
struct ServeTrust {
    /// Devices refuse certificates valid for more than a year or two; no test server runs that long.
    private static let days: Int64 = 30

    let server: TLSServerContext
    let identity: ServerIdentity
    let authorityPEM: String

    /// Certificates for `localhost`, this machine's name, `names`, and the addresses that lead to `address`,
    /// or with the defect that `encryption` asks for. `now` is wall-clock time in seconds since 1970.
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
        identity = try authority.issue(to: subject, encryption.certificate, validity: validity, now: now)
        server = try TLSServerContext(identity, TLSParameters(encryption, http: http))
        authorityPEM = authority.certificatePEM
    }

    /// Always includes both loopback addresses, since clients decide how to resolve `localhost`.
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

    /// `localhost` and the machine's name, unless no certificate can have that name.
    private static var names: [String] {
        let own = CertificateSubject(names: [Machine.hostName])
        return ["localhost"] + (own.isValid && own.names != ["localhost"] ? own.names : [])
    }
}
