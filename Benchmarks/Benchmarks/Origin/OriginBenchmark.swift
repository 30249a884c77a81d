package import Experiments
import LinuxIO
package import Reports

/// Cost of a request to the origin, beside other servers. Measures processor time, so that the client on the
/// same machine does not count. The servers take turns, each with the same load and without a log.
package struct OriginBenchmark {
    private static let use = "which asks the servers"

    private let context: BenchmarkContext
    private let rounds: Int

    package init(_ context: BenchmarkContext, rounds: Int) {
        self.context = context
        self.rounds = rounds
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        let tools = (
            wrk: try ToolRun.required("wrk", Self.use, package: "wrk"),
            pacer: try ToolRun.required("h2load", Self.use, package: "nghttp2-client")
        )
        let openssl = ToolRun(named: "openssl")
        if openssl == nil { context.note("TLS (left out): there is no openssl on PATH") }
        let servers = context.installed { (server: WebServer) in server.tool }
        return try context.alone("the origin") { session in
            let site = try BenchSite()
            if let openssl { try site.makeCertificate(openssl) }
            var figures = OriginFigures()
            for round in 1...rounds {
                let progress = { (what: String) in
                    context.showProgress("origin: round \(round) of \(rounds): \(what)")
                }
                for task in OriginFigures.Task.allCases where !task.hasTLS || openssl != nil {
                    progress(task.words)
                    try figures.measure(task, servers, site, tools.wrk)
                    if session.isInterrupted { return nil }
                }
                for server in servers where server != .lighttpd {
                    progress("idle connections to \(server.rawValue)")
                    try figures.measureIdle(server, site)
                }
                progress("a thousand connections")
                try figures.measureCrowd(site, tools.wrk)
                progress("half load")
                try figures.measureWaits(site, tools.pacer)
                if session.isInterrupted { return nil }
            }
            return figures.rows(servers)
        }
    }
}
