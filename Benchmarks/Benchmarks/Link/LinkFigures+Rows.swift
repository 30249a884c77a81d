import BenchmarkArguments
import LinuxIO
import Reports

extension LinkFigures {
    func rows(of parts: Set<LinkPart>, shaper: KernelPeer, delayer: KernelPeer) -> [BenchRow] {
        // Downloads stand between rates and lateness.
        var rows: [BenchRow] = []
        if parts.contains(.rates) {
            rows += LinkBenchmark.rates.map { rateRow($0, peerName: shaper.name) }
            rows.append(rateRow(LinkBenchmark.fastest, peerName: nil))
        }
        if parts.contains(.downloads) { rows += LinkBenchmark.exchanges.map(exchangeRow) }
        if parts.contains(.rates) {
            rows += (LinkBenchmark.rates + [LinkBenchmark.fastest]).map(latenessRow)
        }
        if parts.contains(.crowd) { rows.append(crowdRow) }
        if parts.contains(.trips) { rows.append(tripRow(peerName: delayer.name)) }
        if parts.contains(.speed) { rows += speedRows }
        return rows
    }

    private var crowdRow: BenchRow {
        BenchRow(
            "beside busy loops, \(LinkBenchmark.crowdedRate / 1_000_000) Mbit/s",
            unit: "us",
            netlab: crowdedLateness.median,
            // An unprivileged thread cannot have precedence over all others.
            goal: .atMost(Machine.isRoot ? 100 : 4000)
        )
    }

    private func tripRow(peerName: String) -> BenchRow {
        BenchRow(
            "round trip is off, median",
            unit: "us",
            netlab: roundTripErrors.median,
            peer: peerRoundTripErrors.median,
            peerName: peerName,
            goal: .atMost(100)
        )
    }

    private var speedRows: [BenchRow] {
        [
            BenchRow("no limit, packets apart", unit: "Gbit/s", netlab: plain.median, goal: .atLeast(3)),
            BenchRow("no limit, offload", unit: "Gbit/s", netlab: offloaded.median, goal: .atLeast(20)),
        ]
    }

    private func rateRow(_ rate: Int64, peerName: String?) -> BenchRow {
        BenchRow(
            "rate is off, \(rate / 1_000_000) Mbit/s",
            unit: "%",
            netlab: rates[rate]?.median,
            peer: peerRates[rate]?.median,
            peerName: peerName,
            goal: .atMost(0.01)
        )
    }

    private func latenessRow(_ rate: Int64) -> BenchRow {
        BenchRow(
            "packets leave late, p99, \(rate / 1_000_000) Mbit/s",
            unit: "us",
            netlab: lateness[rate]?.median,
            goal: .atMost(50)
        )
    }

    private func exchangeRow(_ exchange: BenchDownload) -> BenchRow {
        let times = exchanges[exchange] ?? []
        return BenchRow(
            exchange.title,
            unit: "ms",
            netlab: times.map(\.measured).median,
            peer: times.map(\.theory).median,
            peerName: "theory alone",
            goal: .within(exchange.mbps <= 2 ? 0.0005 : 0.002)
        )
    }
}
