import BenchControl
import LinuxIO
import TLS
import Testbed

/// The environment of the programs that run behind the line.
enum GuestEnvironment {
    /// Variables that would point to a proxy outside the bench, which guests cannot reach.
    private static let removed = ["http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy"]

    private static let secureOrigin = "NETLAB_ORIGIN_HTTPS"

    /// The user's own bundle of trusted certificates, in place of the machine's.
    static var ownBundle: String? {
        Environment.variables["SSL_CERT_FILE"].flatMap { WholeFile.exists($0) ? $0 : nil }
    }

    /// The environment with the addresses of the origin and the control, and with the variables that make programs trust its
    /// certificate.
    static func make(_ ground: any GuestGround, control: String) -> ProgramEnvironment {
        var environment = ProgramEnvironment.own
        for name in removed {
            environment.remove(name)
            environment.remove(name.uppercased())
        }
        environment.set("NETLAB_ORIGIN", ground.originURL)
        // One that netlab itself was given is another origin's.
        environment.remove(secureOrigin)
        if let url = ground.secureOriginURL { environment.set(secureOrigin, url) }
        environment.set(ControlServer.variable, control)
        for (name, value) in ground.trust?.environment ?? [:] { environment.set(name, value) }
        return environment
    }
}
