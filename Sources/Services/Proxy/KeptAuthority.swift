import LinuxIO
package import Programs
package import Proxy
package import TLS

/// The authority of this user's proxies, in the user's own folder.
package enum KeptAuthority {
    /// Tells authorities of several machines apart.
    package static var name: String { "netlab proxy CA (\(Machine.hostName))" }

    /// The kept authority; made when it is first asked for.
    package static func load() throws(CommandFailure) -> CertificateAuthority {
        let files = try files()
        do throws(AuthorityError) {
            return try files.authority(named: name, now: RunClock.wall() / 1_000_000_000)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    package static func files() throws(CommandFailure) -> AuthorityFiles {
        guard let files = AuthorityFiles(environment: Environment.variables) else {
            throw CommandFailure(
                .failed,
                "the proxy's certificate authority has no folder: neither HOME nor XDG_DATA_HOME is set",
                advice: "XDG_DATA_HOME=/some/folder netlab proxy"
            )
        }
        return files
    }
}
