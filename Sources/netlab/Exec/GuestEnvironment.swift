import LinuxIO
import TLS
import Testbed

/// The environment of the programs that run behind the line.
enum GuestEnvironment {
    /// They would point out of the bench, at a proxy that cannot be reached from it.
    private static let removed = ["http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy"]

    /// A bundle of certificates that the user trusts, in place of the machine's own.
    static var ownBundle: String? {
        Environment.variables["SSL_CERT_FILE"].flatMap { WholeFile.exists($0) ? $0 : nil }
    }

    /// With where the origin is, and what makes programs trust its certificate.
    static func make(trusting trust: TLSTrust?) -> ProgramEnvironment {
        var environment = ProgramEnvironment.own
        for name in removed {
            environment.remove(name)
            environment.remove(name.uppercased())
        }
        environment.set("NETLAB_ORIGIN", GuestBench.originURL)
        for (name, value) in trust?.environment ?? [:] { environment.set(name, value) }
        return environment
    }
}
