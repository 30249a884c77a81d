import Reports

extension ProxyFigures {
    func rows(_ peers: [ProxyPeer]) -> [BenchRow] {
        let others = peers.filter { $0 != .netlab }
        return BenchSite.Body.allCases.flatMap { body in
            costs[body] == nil ? [] : others.map { costRow(body, beside: $0) }
        }
            + [
                row("added to a request for 1 kB, p50", "ms", added, goal: 0.15),
                row("resident after \(Self.settled) requests", "MiB", resident, goal: 40),
                row("start to accepting", "ms", starts, goal: 50),
                row(
                    "\(Self.crowd) intercepted connections at once, failures",
                    "requests",
                    crowdFailures,
                    goal: 0
                ),
                row("resident with these connections", "MiB", crowdResident, goal: nil),
                row("memory that a body of 10 GB adds", "MiB", bodyGrowth, goal: 8),
                row(
                    "memory that requests \(Self.settled) to \(Self.million) add",
                    "MiB",
                    millionGrowth,
                    goal: 4
                ),
            ].compactMap { $0 }
    }

    private func costRow(_ body: BenchSite.Body, beside peer: ProxyPeer) -> BenchRow {
        let both = (costs[body] ?? []).filter { $0[.netlab] != nil && $0[peer] != nil }
        let (ours, theirs) = (both.compactMap { $0[.netlab] }, both.compactMap { $0[peer] })
        return BenchRow(
            "an intercepted request, \(body.words)",
            unit: "us",
            netlab: ours.median,
            peer: theirs.median,
            peerName: peer.rawValue,
            pairedRatio: PairedRatio(ours, to: theirs),
            goal: Self.goal(beside: peer)
        )
    }

    private static func goal(beside peer: ProxyPeer) -> BenchRow.Goal? {
        switch peer {
        case .netlab, .nginx: nil
        case .squid: .ratioAtMost(1)
        case .mitmproxy: .ratioAtMost(0.1)
        }
    }

    /// Beside squid, where it was measured; nil if netlab was not.
    private func row(
        _ name: String,
        _ unit: String,
        _ figures: [ProxyPeer: [Double]],
        goal: Double
    ) -> BenchRow? {
        guard let ours = figures[.netlab] else { return nil }
        return BenchRow(
            name,
            unit: unit,
            netlab: ours.median,
            peer: figures[.squid]?.median,
            peerName: figures[.squid].map { _ in ProxyPeer.squid.rawValue },
            goal: .atMost(goal)
        )
    }

    private func row(_ name: String, _ unit: String, _ figures: [Double], goal: Double?) -> BenchRow? {
        figures.median.map { BenchRow(name, unit: unit, netlab: $0, goal: goal.map { .atMost($0) }) }
    }
}
