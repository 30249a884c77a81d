import Reports

extension DiskFigures {
    var rows: [BenchRow] {
        [
            row("a hit on disk, 300 kB", hits, beside: reads, "read(2)", .ratioAtMost(2.5)),
            row("a hit on disk, 300 kB", hits, beside: system, "URLCache", .ratioAtMost(0.002)),
            row("a store on disk, 300 kB", stores, beside: writes, "write and rename", .ratioAtMost(1.5)),
            BenchRow(
                "\(Self.many) entries on disk, opened",
                unit: "ms",
                netlab: openings.median,
                goal: .atMost(1000)
            ),
        ]
    }

    private func row(
        _ name: String,
        _ figures: [Double],
        beside peer: [Double],
        _ peerName: String,
        _ goal: BenchRow.Goal
    ) -> BenchRow {
        BenchRow(
            name,
            unit: "us",
            netlab: figures.median,
            peer: peer.median,
            peerName: peerName,
            pairedRatio: figures.count == peer.count ? PairedRatio(figures, to: peer) : nil,
            goal: goal
        )
    }
}
