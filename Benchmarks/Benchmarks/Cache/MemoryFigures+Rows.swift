import Reports

extension MemoryFigures {
    var rows: [BenchRow] {
        [
            hit("one thread", alone, beside: system[1], "NSCache", .ratioAtMost(0.35)),
            hit("two threads", together, beside: system[2], "NSCache", .ratioAtMost(0.2)),
            // The same code twice: a difference above noise would be a hop.
            hit("on the main actor", onMainActor, beside: detached, "in a task", .ratioAtMost(1.1)),
            hit("in a task", detached, beside: actor, "actor, dictionary", nil),
        ]
            + Self.sizes.map { size in
                hit(
                    "among \(size)",
                    bySize[size],
                    beside: dictionary[size],
                    "lock, dictionary",
                    .ratioAtMost(1.5)
                )
            }
    }

    private func hit(
        _ how: String,
        _ figures: [Double]?,
        beside peer: [Double]?,
        _ peerName: String,
        _ goal: BenchRow.Goal?
    ) -> BenchRow {
        BenchRow(
            "a hit in memory, \(how)",
            unit: "ns",
            netlab: figures?.median,
            peer: peer?.median,
            peerName: peerName,
            goal: goal
        )
    }
}
