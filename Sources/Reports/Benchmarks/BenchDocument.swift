import Figures
package import JSON
package import Runs

/// Benchmarks, for a reader and as one JSON document.
package enum BenchDocument {
    /// For a reader: a line a row, and which goals are met.
    package static func text(_ rows: [BenchRow], _ style: TerminalStyle) -> String {
        func figure(_ value: Double?, _ unit: String) -> String {
            value.map { "\(FixedPoint.text($0, digits: 3)) \(unit)" } ?? "-"
        }
        func column(
            _ heading: String,
            isRightAligned: Bool = true,
            _ cell: (BenchRow) -> String
        ) -> TextTable.Column {
            TextTable.Column(heading: [heading], cells: rows.map(cell), isRightAligned: isRightAligned)
        }
        let table = TextTable(columns: [
            column("", isRightAligned: false) { $0.name },
            column("netlab") { figure($0.netlab, $0.unit) },
            column("peer") { figure($0.peer, $0.unit) },
            column("", isRightAligned: false) { $0.peerName ?? "" },
            column("ratio") { $0.ratio.map { FixedPoint.text($0, digits: 4) } ?? "-" },
            column("of pairs", isRightAligned: false) { $0.pairedRatio.map(pairs) ?? "" },
            column("goal", isRightAligned: false) { $0.goalText },
            column("met", isRightAligned: false) { $0.isMet.map { $0 ? "yes" : "NO" } ?? "-" },
        ])
        return table.lines(style).joined(separator: "\n") + "\n"
    }

    /// How many there are, and where the middle half of their ratios lies.
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
