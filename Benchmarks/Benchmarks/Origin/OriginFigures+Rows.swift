import Reports

extension OriginFigures {
    func rows(_ servers: [WebServer]) -> [BenchRow] {
        let peers = servers.filter { $0 != .netlab }
        return Task.allCases.flatMap { task in
            peers.filter { costs[task] != nil && task.isMeasured(on: $0) }.map { row(task, beside: $0) }
        } + [
            BenchRow(
                "\(IdleConnections.count) idle connections",
                unit: "MiB",
                netlab: idle[.netlab]?.median,
                peer: idle[.nginx]?.median,
                peerName: "nginx",
                goal: .atMost(100)
            ),
            BenchRow(
                "1000 connections at once, given up",
                unit: "requests",
                netlab: crowdFailures.median,
                goal: .atMost(0)
            ),
            BenchRow(
                "request to first byte at half load, p99",
                unit: "ms",
                netlab: waits.median,
                goal: .atMost(1)
            ),
        ]
    }

    /// The goal refers to nginx; lighttpd shows what is possible.
    private func row(_ task: Task, beside peer: WebServer) -> BenchRow {
        let both = (costs[task] ?? []).filter { $0[.netlab] != nil && $0[peer] != nil }
        let (ours, theirs) = (both.compactMap { $0[.netlab] }, both.compactMap { $0[peer] })
        return BenchRow(
            "a request, \(task.words)",
            unit: "us",
            netlab: ours.median,
            peer: theirs.median,
            peerName: task == .inMemory ? "\(peer.rawValue), a file" : peer.rawValue,
            pairedRatio: PairedRatio(ours, to: theirs),
            goal: peer == .nginx ? .ratioAtMost(task.hasTLS ? 1.3 : 1) : nil
        )
    }
}
