import Experiments
import LinuxIO

/// A proxy of the benchmark, and its options for intercepting everything on one loopback port without a log.
/// None of them verifies the origin's certificate: that would cost each of them one check for a connection.
enum ProxyPeer: String, CaseIterable, Hashable {
    case netlab, squid
    case mitmproxy = "mitmdump"
    /// No proxy: it knows its one origin, and looks at nothing. It shows what decrypting, encrypting and handing on cost
    /// alone.
    case nginx

    /// The program that makes squid's certificates.
    private static let certificateMaker = "/usr/lib/squid/security_file_certgen"
    /// The user that squid becomes if it is started by root.
    private static let squidUser = "proxy"

    /// nil if it is not installed.
    var tool: ToolRun? {
        switch self {
        case .netlab: .netlab
        case .squid: ToolRun(at: Self.certificateMaker) == nil ? nil : ToolRun(named: rawValue)
        case .mitmproxy, .nginx: ToolRun(named: rawValue)
        }
    }

    /// True if a client asks it for a tunnel to its origin.
    var isProxy: Bool { self != .nginx }

    /// `more` are options of netlab's. `origin` is the port that nginx hands on to.
    func begin(
        _ site: BenchSite,
        port: UInt16,
        origin: UInt16? = nil,
        with more: [String] = []
    ) throws -> RunningTool {
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
        case .nginx:
            guard let origin else { throw ExperimentError("nginx hands on to one origin, and has none") }
            try site.write("relay.conf", relay(site, port, origin))
            return try required().begin(["-p", site.folder, "-c", site.file("relay.conf"), "-e", "/dev/null"])
        }
    }

    /// `netlab proxy`, to which options or a command are added. It has an authority of its own: the benchmark leaves
    /// nothing in the user's folder.
    static func proxyCommand(_ site: BenchSite) throws -> (tool: ToolRun, start: [String]) {
        guard let program = Executable.beside("netlab"), let tool = ToolRun(named: "env") else {
            throw ExperimentError("netlab's proxy needs netlab beside netlab-bench, and the program `env`")
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

    /// Both connections are kept, and nothing is written to a file.
    private func relay(_ site: BenchSite, _ port: UInt16, _ origin: UInt16) -> String {
        """
        daemon off; master_process off; pid \(site.file("relay.pid"));
        events {}
        http {
            access_log off; keepalive_timeout 600s; keepalive_requests 1000000000; \(site.nginxFolders)
            upstream origin {
                server 127.0.0.1:\(origin); keepalive 4; keepalive_requests 1000000000; keepalive_timeout 600s;
            }
            server {
                listen 127.0.0.1:\(port) ssl;
                \(site.nginxCertificate)
                location / {
                    proxy_pass https://origin; proxy_http_version 1.1; proxy_set_header Connection "";
                    proxy_buffering off; proxy_buffer_size 64k; proxy_buffers 8 64k; proxy_busy_buffers_size 128k;
                }
            }
        }

        """
    }
}
