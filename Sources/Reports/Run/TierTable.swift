import Figures
import Logs
import Runs
import Wire

/// The callers of a step by who answered them: how many, how much, how long. For steps of more transfers than one reads row
/// by row.
struct TierTable {
    private typealias Row = (name: String, transfers: [TransferResult])

    private let rows: [Row]
    private let count: Int

    init(_ transfers: [TransferResult]) {
        let own = transfers.filter { $0.sharedWith == nil }
        rows = [
            ("memory", own.filter { $0.source == .memory }),
            ("disk", own.filter { $0.source == .disk }),
            ("304", own.filter { $0.source == .revalidated }),
            ("network", own.filter { $0.source == .network }),
            ("another's transfer", transfers.filter { $0.sharedWith != nil }),
            ("nobody: failed", own.filter { $0.source == .none }),
        ].filter { !$0.1.isEmpty }
        count = transfers.count
    }

    var table: TextTable {
        TextTable(columns: [
            column(["answered by"], isRightAligned: false) { $0.name },
            column(["callers"]) { ByteFormat.grouped($0.transfers.count) },
            column(["share"], priority: 1) {
                FixedPoint.percent(Double($0.transfers.count) / Double(count), digits: 1)
            },
            column(["bytes"]) { row in
                ByteFormat.text(row.transfers.reduce(0) { $0 + $1.bodyBytes })
            },
            column(["waited,", "median"]) { Self.wait($0, at: 0.5) },
            column(["longest"], priority: 2) { Self.wait($0, at: 1) },
            column(["added up"], priority: 3) { row in
                DurationFormat.text(row.transfers.reduce(0) { $0 + $1.duration })
            },
        ])
    }

    private func column(
        _ heading: [String],
        isRightAligned: Bool = true,
        priority: Int? = nil,
        _ cell: (Row) -> String
    ) -> TextTable.Column {
        TextTable.Column(
            heading: heading,
            cells: rows.map(cell),
            isRightAligned: isRightAligned,
            priority: priority
        )
    }

    /// Of the waits in order, the one so far along.
    private static func wait(_ row: Row, at share: Double) -> String {
        let waits = row.transfers.map(\.duration).sorted()
        return DurationFormat.text(waits[Int(Double(waits.count - 1) * share)])
    }
}
