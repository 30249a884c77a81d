import LinuxIO
import Reports

extension LinkFigures {
    func rows(shaper: KernelPeer, delayer: KernelPeer) -> [BenchRow] {
        LinkBenchmark.rates.map { rateRow($0, peerName: shaper.name) }
            + [rateRow(LinkBenchmark.fastest, peerName: nil)]
            + LinkBenchmark.exchanges.map(exchangeRow)
            + (LinkBenchmark.rates + [LinkBenchmark.fastest]).map(latenessRow)
            + [
                BenchRow(
                    "beside busy loops, \(LinkBenchmark.crowdedRate / 1_000_000) Mbit/s",
                    unit: "us",
                    netlab: crowdedLateness.median,
                    // An unprivileged thread cannot have precedence over all others.
                    goal: .atMost(Machine.isRoot ? 100 : 4000)
                ),
                BenchRow(
                    "round trip is off, median",
                    unit: "us",
                    netlab: roundTripErrors.median,
                    peer: peerRoundTripErrors.median,
                    peerName: delayer.name,
                    goal: .atMost(100)
                ),
                BenchRow("no limit, packets apart", unit: "Gbit/s", netlab: plain.median, goal: .atLeast(3)),
                BenchRow(
                    "no limit, offload",
                    unit: "Gbit/s",
                    netlab: offloaded.median,
                    goal: .atLeast(20)
                ),
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
