import Figures
import Logs
import Runs
import Wire

/// A step's callers by source: number, bytes and waits. For steps with too many transfers to list.
struct TierTable {
    private typealias Row = (name: String, transfers: [TransferResult])

    private let rows: [Row]
    private let count: Int
    private let notes: [String]

    init(_ transfers: [TransferResult], notes: [String]) {
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
        self.notes = notes
    }

    var table: ReportTable {
        ReportTable(
            rows,
            [
                .text("answered by") { $0.name },
                .number("callers") { ByteFormat.grouped($0.transfers.count) },
                .number("share", priority: 1) {
                    FixedPoint.percent(Double($0.transfers.count) / Double(count), digits: 1)
                },
                .number("bytes") { row in
                    ByteFormat.text(row.transfers.reduce(0) { $0 + $1.bodyBytes })
                },
                .number("waited,", "median") { Self.wait($0, at: 0.5) },
                .number("longest", priority: 2) { Self.wait($0, at: 1) },
                .number("added up", priority: 3) { row in
                    DurationFormat.text(row.transfers.reduce(0) { $0 + $1.duration })
                },
            ],
            notes: notes
        )
    }

    /// The wait at this share of all waits in ascending order.
    private static func wait(_ row: Row, at share: Double) -> String {
        let waits = row.transfers.map(\.duration).sorted()
        return DurationFormat.text(waits[Int(Double(waits.count - 1) * share)])
    }
}
