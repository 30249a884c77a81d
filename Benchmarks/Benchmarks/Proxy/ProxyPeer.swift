import Experiments
import LinuxIO

/// A proxy of the benchmark, and its options for intercepting everything on one loopback port without a log.
/// None of them verifies the origin's certificate: that would cost each of them one check for a connection.
enum ProxyPeer: String, CaseIterable, Hashable {
    case netlab, squid
    case mitmproxy = "mitmdump"

    /// The program that makes squid's certificates.
    private static let certificateMaker = "/usr/lib/squid/security_file_certgen"
    /// The user that squid becomes if it is started by root.
    private static let squidUser = "proxy"

    /// nil if it is not installed.
    var tool: ToolRun? {
        switch self {
        case .netlab: .itself
        case .squid: ToolRun(at: Self.certificateMaker) == nil ? nil : ToolRun(named: rawValue)
        case .mitmproxy: ToolRun(named: rawValue)
        }
    }

    /// `more` are options of netlab's.
    func begin(_ site: BenchSite, port: UInt16, with more: [String] = []) throws -> RunningTool {
        switch self {
        case .netlab:
            let (tool, start) = try Self.proxyCommand(site)
            let options = ["--port", "\(port)", "--intercept", "*", "--insecure", "*", "--quiet"]
            return try tool.begin(start + options + more)
        case .squid:
            let configuration = try squid(site, port)
            return try required().begin(["-N", "-f", configuration])
        case .mitmproxy:
            return try required().begin([
                "-q", "--listen-host", "127.0.0.1", "-p", "\(port)", "--ssl-insecure", "--set",
                "confdir=\(site.file("mitmproxy"))",
            ])
        }
    }

    /// `netlab proxy`, to which options or a command are added. It has an authority of its own: the benchmark leaves
    /// nothing in the user's folder.
    static func proxyCommand(_ site: BenchSite) throws -> (tool: ToolRun, start: [String]) {
        guard let program = Executable.path, let tool = ToolRun(named: "env") else {
            throw ExperimentError("netlab cannot start itself: /proc does not tell its path")
        }
        return (tool, ["XDG_DATA_HOME=\(site.folder)", program, "proxy"])
    }

    private func required() throws -> ToolRun {
        guard let tool else { throw ExperimentError("\(rawValue) is not installed") }
        return tool
    }

    /// Writes squid's configuration and makes the store of its certificates.
    private func squid(_ site: BenchSite, _ port: UInt16) throws -> String {
        // A new folder for each start, which squid's own user can reach.
        let store = site.path(beside: "squid-\(port)")
        try ToolRun(at: Self.certificateMaker)?.run(["-c", "-s", store, "-M", "4MB"])
        try? ToolRun(named: "chown")?.run(["-R", Self.squidUser, store])
        let both =
            try WholeFile.read(site.certificate, limit: 65_536) + WholeFile.read(site.key, limit: 65_536)
        try WholeFile.write(site.file("squid.pem"), both)
        try site.write(
            "squid-\(port).conf",
            """
            http_port 127.0.0.1:\(port) ssl-bump generate-host-certificates=on tls-cert=\(site.file("squid.pem"))
            sslcrtd_program \(Self.certificateMaker) -s \(store) -M 4MB
            sslcrtd_children 1
            ssl_bump bump all
            tls_outgoing_options flags=DONT_VERIFY_PEER
            sslproxy_cert_error allow all
            http_access allow all
            cache deny all
            cache_mem 0
            access_log none
            cache_log /dev/null
            cache_store_log none
            pid_filename none
            pinger_enable off
            netdb_filename none
            coredump_dir none
            shutdown_lifetime 0 seconds

            """
        )
        return site.file("squid-\(port).conf")
    }
}
