package import Experiments
import LinuxIO
package import Reports

/// Cost of a request to the origin, beside other servers. Measures processor time, so that the client on the
/// same machine does not count. The servers take turns, each with the same load and without a log.
package struct OriginBenchmark {
    private let context: BenchmarkContext
    private let rounds: Int

    package init(_ context: BenchmarkContext, rounds: Int) {
        self.context = context
        self.rounds = rounds
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        let tools = (wrk: try tool("wrk", "wrk"), pacer: try tool("h2load", "nghttp2-client"))
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

    private func tool(_ name: String, _ package: String) throws(ExperimentError) -> ToolRun {
        guard let tool = ToolRun(named: name) else {
            throw ExperimentError(
                "there is no \(name), which asks the servers",
                advice: "apt-get install \(package)"
            )
        }
        return tool
    }
}
