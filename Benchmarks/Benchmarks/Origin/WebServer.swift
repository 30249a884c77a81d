import LinuxIO

/// A server of the benchmark, and its options for serving a folder on one loopback port with one thread and
/// no log.
enum WebServer: String, CaseIterable, Hashable {
    case netlab, nginx, lighttpd

    /// nil if it is not installed.
    var tool: ToolRun? { self == .netlab ? .netlab : ToolRun(named: rawValue) }

    func arguments(_ site: BenchSite, port: UInt16, hasTLS: Bool) throws -> [String] {
        switch self {
        case .netlab:
            return ["serve", site.root, "--port", "\(port)", "--quiet"] + (hasTLS ? ["--tls"] : [])
        case .nginx:
            try site.write("nginx.conf", nginx(site, port, hasTLS))
            return ["-p", site.folder, "-c", site.file("nginx.conf"), "-e", "/dev/null"]
        case .lighttpd:
            try site.write("lighttpd.conf", lighttpd(site, port))
            return ["-D", "-f", site.file("lighttpd.conf")]
        }
    }

    private func nginx(_ site: BenchSite, _ port: UInt16, _ hasTLS: Bool) -> String {
        """
        daemon off; master_process off; pid \(site.file("nginx.pid"));
        events { worker_connections 20000; }
        http {
            access_log off; sendfile on; tcp_nopush on; keepalive_timeout 600s; keepalive_requests 1000000000;
            default_type application/octet-stream; \(site.nginxFolders)
            server {
                listen 127.0.0.1:\(port)\(hasTLS ? " ssl" : ""); root \(site.root); \(hasTLS ? site.nginxCertificate : "")
            }
        }

        """
    }

    private func lighttpd(_ site: BenchSite, _ port: UInt16) -> String {
        """
        server.document-root = "\(site.root)"
        server.bind = "127.0.0.1"
        server.port = \(port)
        server.max-keep-alive-requests = 1000000000
        server.max-keep-alive-idle = 600
        server.max-fds = 20000
        mimetype.assign = ("" => "application/octet-stream")

        """
    }
}
