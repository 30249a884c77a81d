import Forwarding
import LinuxIO
import Synchronization
import TLS
import Wire

/// The certificates that a proxy shows in the name of servers, made when they are first asked for, and kept in a folder
/// if there is one.
final class LeafIdentities: Sendable {
    /// Clients refuse certificates of more than a year or two; these are made again long before they end.
    private static let days: Int64 = 30
    private static let day: Int64 = 86_400
    private static let renewal = day
    private static let mostKept = 10_000

    private struct Kept {
        var identity: ServerIdentity
        var until: Int64
    }

    private let authority: CertificateAuthority
    private let folder: LeafFolder?
    private let kept = Mutex<[String: Kept]>([:])

    /// `now` is in seconds since 1970.
    init(_ authority: CertificateAuthority, in folder: LeafFolder?, now: Int64) {
        (self.authority, self.folder) = (authority, folder)
        folder?.tidy(for: authority, since: now - Self.days * Self.day, now: now)
    }

    /// The identity for a host name or address, as of `now` in seconds since 1970.
    func identity(for host: String, now: Int64) throws(TLSError) -> ServerIdentity {
        let found = kept.withLock { $0[host] }
        if let found, found.until > now + Self.renewal { return found.identity }
        let subject =
            IPAddress(host).map { CertificateSubject(names: [], addresses: [$0]) }
            ?? CertificateSubject(names: [host])
        let identity = try identity(for: subject, now: now)
        kept.withLock { kept in
            if kept.count >= Self.mostKept { kept = [:] }
            kept[host] = Kept(identity: identity, until: identity.until ?? now)
        }
        return identity
    }

    private func identity(
        for subject: CertificateSubject,
        now: Int64
    ) throws(TLSError) -> ServerIdentity {
        let kept = folder?.identity(for: subject, of: authority, after: now + Self.renewal)
        if let kept { return kept }
        let identity = try authority.issue(to: subject, validity: .days(Self.days, from: now))
        folder?.keep(identity, for: subject, of: authority)
        return identity
    }
}
