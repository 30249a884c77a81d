import Glibc
import LinkEngine
import LinuxIO
package import Scenarios
package import TLS
package import Wire

/// Makes programs on the client's host trust the origin: an authority for the run, and the origin's identity.
/// Private keys are never written, so the authority is worthless after the run.
package final class BenchTrust: Sendable {
    /// Long enough for guests that run for days.
    private static let days: Int64 = 30
    /// Systems' bundles have about 250,000 bytes.
    private static let largestBundle = 16 << 20

    /// Context for the origin's TLS listener.
    package let origin: TLSServerContext
    /// What the origin shows to clients.
    package let identity: ServerIdentity
    /// Secrets of the origin's sessions, for decrypting captures.
    package let keyLog = KeyLog()
    /// The run's authority, which a proxy's certificates are of, too.
    package let authority: CertificateAuthority

    /// `now` is wall-clock time in seconds since 1970. The origin has these names and addresses. Without an
    /// `authority` one is made.
    package init(
        now: Int64,
        _ encryption: OriginEncryption = OriginEncryption(),
        http: [OfferedHTTP] = [.http11],
        for names: [String] = [OriginSettings.hostName],
        at addresses: [IPAddress] = [.v4(HostPair.originAddress)],
        by authority: CertificateAuthority? = nil
    ) throws(TLSError) {
        let validity = CertificateValidity.days(Self.days, from: now)
        let authority = if let authority { authority } else { try CertificateAuthority(validity: validity) }
        self.authority = authority
        identity = try authority.issue(
            to: CertificateSubject(names: names, addresses: addresses),
            encryption.certificate,
            validity: validity,
            now: now
        )
        origin = try TLSServerContext(identity, TLSParameters(encryption, http: http), keyLog: keyLog)
    }

    /// For clients that take authorities as an option instead of reading a bundle.
    package var authorityPEM: String { authority.certificatePEM }

    /// Adds the authority to those that this machine trusts, only for this process and its children. It
    /// replaces the system's bundle, which programs read that ignore environment variables. The bundle's own
    /// certificates stay trusted, as do those in `own`, a bundle of the user's. nil if the machine has no
    /// bundle.
    ///
    /// The thread must be in its own mount namespace: `PrivateFiles.enter()`.
    package func install(joining own: String? = nil) throws -> TLSTrust? {
        guard let (path, bundle) = try bundle(joining: own) else { return nil }
        try PrivateFiles.replace(path, with: Array(bundle.utf8))
        return TLSTrust(bundlePath: path)
    }

    /// Writes all that is then trusted into a new file of `folder`, which only programs read that mind the environment.
    /// The caller removes it. nil if the machine has no bundle.
    package func write(joining own: String? = nil, in folder: String) throws -> TLSTrust? {
        guard let (_, bundle) = try bundle(joining: own) else { return nil }
        let path = "\(folder)/netlab-\(RandomToken.text()).pem"
        try WholeFile.write(path, Array(bundle.utf8), mode: 0o600)
        return TLSTrust(bundlePath: path)
    }

    /// The machine's bundle with these certificates added; nil if there is none.
    private func bundle(joining own: String?) throws -> (path: String, text: String)? {
        guard let path = TrustBundle.systemPaths.first(where: WholeFile.exists) else { return nil }
        var trusted = try Self.read(path)
        if let own, own != path { trusted = TrustBundle.joined(trusted, try Self.read(own)) }
        return (path, TrustBundle.joined(trusted, authority.certificatePEM))
    }

    private static func read(_ path: String) throws(SystemCallError) -> String {
        let bytes = try WholeFile.read(path, limit: largestBundle)
        guard bytes.count <= largestBundle else { throw SystemCallError("read", on: path, errno: EFBIG) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// MARK: Scenario

extension BenchTrust {
    /// The trust for a scenario's origin, which clients reach at these addresses, or those of its line, whether or not it asks for
    /// encryption.
    package convenience init(
        for scenario: Scenario,
        at addresses: [IPAddress]? = nil,
        by authority: CertificateAuthority? = nil
    ) throws(TLSError) {
        let addresses =
            addresses ?? BenchNames.reachable(scenario.link.parameters)
        try self.init(
            now: RunClock.wall() / 1_000_000_000,
            scenario.origin.encryption ?? OriginEncryption(),
            http: scenario.origin.http,
            for: scenario.hosts.map(\.host),
            at: addresses,
            by: authority
        )
    }

    /// The trust that a scenario's origin needs; nil without encryption.
    package static func wanted(
        by scenario: Scenario,
        at addresses: [IPAddress]? = nil,
        of authority: CertificateAuthority? = nil
    ) throws(TLSError) -> BenchTrust? {
        scenario.origin.encryption == nil
            ? nil : try BenchTrust(for: scenario, at: addresses, by: authority)
    }
}
