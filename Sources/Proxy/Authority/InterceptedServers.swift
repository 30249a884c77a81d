import Forwarding
import LinuxIO
import Synchronization
import TLS

/// The TLS that a proxy speaks to its clients in the name of servers.
final class InterceptedServers: Sendable {
    private static let mostKept = 10_000

    private let identities: LeafIdentities
    private let keyLog: KeyLog?
    private let contexts = Mutex<[String: TLSServerContext]>([:])

    init(_ authority: CertificateAuthority, in folder: LeafFolder?, keyLog: KeyLog?) {
        identities = LeafIdentities(authority, in: folder, now: RunClock.wall() / 1_000_000_000)
        self.keyLog = keyLog
    }

    /// The context for clients of a tunnel to that host. A client that asks for another name within gets that
    /// name's certificate.
    func context(for host: String) throws(TLSError) -> TLSServerContext {
        if let kept = contexts.withLock({ $0[host] }) { return kept }
        let identities = identities
        let made = try TLSServerContext(
            TLSParameters(applicationProtocols: ["h2", "http/1.1"]),
            keyLog: keyLog
        ) { asked in
            let name = asked?.lowercased() ?? host
            return try? identities.identity(for: name, now: RunClock.wall() / 1_000_000_000)
        }
        contexts.withLock { contexts in
            if contexts.count >= Self.mostKept { contexts = [:] }
            contexts[host] = made
        }
        return made
    }
}
