import Forwarding
import LinuxIO
import Synchronization
import TLS
import Wire

/// The certificates that a proxy shows in the name of servers, made when they are first asked for.
final class LeafIdentities: Sendable {
    /// Clients refuse certificates of more than a year or two; these are made again long before they end.
    private static let days: Int64 = 30
    private static let renewal: Int64 = 86_400
    private static let mostKept = 10_000

    private struct Kept {
        var identity: ServerIdentity
        var until: Int64
    }

    private let authority: CertificateAuthority
    private let kept = Mutex<[String: Kept]>([:])

    init(_ authority: CertificateAuthority) {
        self.authority = authority
    }

    /// The identity for a host name or address, as of `now` in seconds since 1970.
    func identity(for host: String, now: Int64) throws(TLSError) -> ServerIdentity {
        let found = kept.withLock { $0[host] }
        if let found, found.until > now + Self.renewal { return found.identity }
        let validity = CertificateValidity.days(Self.days, from: now)
        let address = IPAddress(host)
        let subject =
            address.map { CertificateSubject(names: [], addresses: [$0]) }
            ?? CertificateSubject(names: [host])
        let made = try authority.issue(to: subject, validity: validity)
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept = [:] }
            kept[host] = Kept(identity: made, until: validity.until)
        }
        return made
    }
}
