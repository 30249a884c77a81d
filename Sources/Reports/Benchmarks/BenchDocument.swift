import Figures
package import JSON
package import Runs

/// Benchmarks, for a reader and as one JSON document.
package enum BenchDocument {
    /// One line per row, with the goals that are met.
    package static func report(_ rows: [BenchRow]) -> ReportDocument {
        func figure(_ value: Double?, _ unit: String) -> String {
            value.map { "\(FixedPoint.text($0, digits: 3)) \(unit)" } ?? "-"
        }
        let table = ReportTable(
            rows,
            [
                .text { $0.name },
                .number("netlab") { figure($0.netlab, $0.unit) },
                .number("peer") { figure($0.peer, $0.unit) },
                .text { $0.peerName ?? "" },
                .number("ratio") { $0.ratio.map { FixedPoint.text($0, digits: 4) } ?? "-" },
                .text("of pairs") { $0.pairedRatio.map(pairs) ?? "" },
                .text("goal") { $0.goalText },
                .text("met") { $0.isMet.map { $0 ? "yes" : "NO" } ?? "-" },
            ]
        )
        return ReportDocument([[.table(table)]])
    }

    /// The number of pairs, and the middle half of their ratios.
    private static func pairs(_ ratio: PairedRatio) -> String {
        let ends = [ratio.spread.lowerBound, ratio.spread.upperBound].map { FixedPoint.text($0, digits: 2) }
        return "\(ratio.pairs): \(ends[0]) to \(ends[1])"
    }

    package static let schema = "netlab.bench/1"

    package static func json(_ rows: [BenchRow], machine: MachineRecord) -> JSONValue {
        ["schema": .string(schema), "machine": machine.json, "rows": .array(rows.map(row))]
    }

    private static func row(_ row: BenchRow) -> JSONValue {
        [
            "name": .string(row.name), "unit": .string(row.unit), "netlab": row.netlab.json,
            "peer": row.peer.json, "peerName": row.peerName.json, "ratio": row.ratio.json,
            "pairs": (row.pairedRatio?.pairs).json, "ratioFrom": (row.pairedRatio?.spread.lowerBound).json,
            "ratioTo": (row.pairedRatio?.spread.upperBound).json,
            "goal": .string(row.goalText), "met": row.isMet.json,
        ]
    }
}
