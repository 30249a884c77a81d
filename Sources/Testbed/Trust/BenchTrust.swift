import Glibc
import LinkEngine
import LinuxIO
package import Scenarios
package import TLS
import Wire

/// What makes programs on the client's host trust the origin: an authority for the run, and the origin's identity.
/// Nothing of it is worth anything after the run: the keys are never written.
package final class BenchTrust: Sendable {
    /// A guest may run for days.
    private static let days: Int64 = 30
    /// Systems' bundles have a quarter of a million bytes.
    private static let largestBundle = 16 << 20

    /// For the origin's listener with TLS.
    package let origin: TLSServerContext
    /// The secrets of the origin's sessions, for who wants to read a capture.
    package let keyLog = KeyLog()
    private let authority: CertificateAuthority

    /// `now` is the wall clock's, in seconds since 1970.
    package init(
        now: Int64,
        _ encryption: OriginEncryption = OriginEncryption(),
        http: [OfferedHTTP] = [.http11],
        for names: [String] = [Bench.originName]
    ) throws(TLSError) {
        let validity = CertificateValidity.days(Self.days, from: now)
        authority = try CertificateAuthority(validity: validity)
        let identity = try authority.issue(
            to: CertificateSubject(names: names, addresses: [.v4(HostPair.originAddress)]),
            encryption.certificate,
            validity: validity,
            now: now
        )
        origin = try TLSServerContext(identity, TLSParameters(encryption, http: http), keyLog: keyLog)
    }

    /// For clients that read no bundle but are told whom to trust.
    package var authorityPEM: String { authority.certificatePEM }

    /// Puts the authority among those that this machine trusts, for this process and what it starts alone: in place of
    /// the system's bundle, which programs read that know no variables. What that holds stays trusted, and what is in
    /// `own`, a bundle of the user's. nil where the machine has no bundle.
    ///
    /// The thread must be in a mount namespace of its own: `PrivateFiles.enter()`.
    package func install(joining own: String? = nil) throws -> TLSTrust? {
        guard let path = TrustBundle.systemPaths.first(where: WholeFile.exists) else { return nil }
        var trusted = try Self.read(path)
        if let own, own != path { trusted = TrustBundle.joined(trusted, try Self.read(own)) }
        let bundle = TrustBundle.joined(trusted, authority.certificatePEM)
        try PrivateFiles.replace(path, with: Array(bundle.utf8))
        return TLSTrust(bundlePath: path)
    }

    private static func read(_ path: String) throws(SystemCallError) -> String {
        let bytes = try WholeFile.read(path, limit: largestBundle)
        guard bytes.count <= largestBundle else { throw SystemCallError("read", on: path, errno: EFBIG) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
