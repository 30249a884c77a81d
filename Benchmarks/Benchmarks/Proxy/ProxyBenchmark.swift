package import BenchmarkArguments
package import Experiments
import LinuxIO
package import Reports

/// Cost of a request that the proxy looks into, beside squid, mitmproxy and a bare relay. Measures processor time, so that
/// client and origin on the same machine do not count. The proxies take turns: each has one kept connection
/// from the same client, and nginx behind it.
package struct ProxyBenchmark {
    private let context: BenchmarkContext
    private let rounds: Int
    private let parts: Set<ProxyPart>

    package init(_ context: BenchmarkContext, rounds: Int, parts: Set<ProxyPart>) {
        self.context = context
        self.rounds = rounds
        self.parts = parts
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        guard let openssl = ToolRun(named: "openssl"), WebServer.nginx.tool != nil else {
            throw ExperimentError(
                "nginx and openssl are needed: the proxies' origin and its certificate",
                advice: "apt-get install nginx openssl"
            )
        }
        let peers = context.installed { (peer: ProxyPeer) in peer.tool }
        return try context.alone("the proxy") { session in
            let site = try BenchSite()
            try site.makeCertificate(openssl)
            var figures = try ProxyFigures()
            for round in 1...rounds {
                for part in ProxyPart.allCases where parts.contains(part) {
                    context.showProgress("proxy: round \(round) of \(rounds): \(part.rawValue)")
                    try measure(part, peers, site, &figures)
                    if session.isInterrupted { return nil }
                }
            }
            return figures.rows(peers)
        }
    }

    private func measure(
        _ part: ProxyPart,
        _ peers: [ProxyPeer],
        _ site: BenchSite,
        _ figures: inout ProxyFigures
    ) throws {
        switch part {
        case .cost: try figures.measureCosts(peers, site)
        case .start: for peer in peers where peer.isProxy { try figures.measureStart(peer, site) }
        case .crowd: try figures.measureCrowd(site)
        case .body: try figures.measureBody(site)
        case .million: try figures.measureMillion(site)
        }
    }
}
