import LinuxIO
import Reports

/// What a request costs the origin, beside what other servers take for the same: processor time, not the clock's, so that
/// who asks on the same machine is no part of it. The servers take turns, each with the same load and no log.
struct OriginBenchmark {
    private let console: Console
    private let rounds: Int

    init(_ console: Console, rounds: Int) {
        self.console = console
        self.rounds = rounds
    }

    /// nil where it was interrupted.
    func rows() throws(CommandFailure) -> [BenchRow]? {
        let tools = (wrk: try tool("wrk", "wrk"), pacer: try tool("h2load", "nghttp2-client"))
        let openssl = ToolRun(named: "openssl")
        if openssl == nil { console.note("TLS (left out): there is no openssl on PATH") }
        let servers = WebServer.allCases.filter { server in
            if server.tool == nil { console.note("\(server.rawValue) (left out): it is not installed") }
            return server.tool != nil
        }
        var options = RunOptions()
        options.isQuiet = true
        let session = try RunSession(options, console)
        guard let lock = try session.machineLock() else { return nil }
        defer { extendLifetime(lock) }
        DescriptorLimit.raise()
        do {
            let site = try BenchSite()
            if let openssl { try site.makeCertificate(openssl) }
            var figures = OriginFigures()
            for round in 1...rounds {
                let progress = { (what: String) in
                    console.showProgress("origin: round \(round) of \(rounds): \(what)")
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
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.failed, "the origin could not be measured: \(error)")
        }
    }

    private func tool(_ name: String, _ package: String) throws(CommandFailure) -> ToolRun {
        guard let tool = ToolRun(named: name) else {
            throw CommandFailure(
                .failed,
                "there is no \(name), which asks the servers",
                advice: "apt-get install \(package)"
            )
        }
        return tool
    }
}
