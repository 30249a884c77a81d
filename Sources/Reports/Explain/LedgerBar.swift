import Figures
import Runs
import Wire

/// A ledger as a bar of its causes, in the order of time. Its captions begin with the largest.
struct LedgerBar {
    /// Causes with a smaller share are not named.
    private static let leastShare = 0.001

    private let ledger: TransferLedger
    private let label: String
    private let longest: Nanoseconds
    private let transfers: Int

    /// `longest` is the total of the longest ledger that the report shows. The ledger of several `transfers` is their mean.
    init(_ ledger: TransferLedger, label: String, longest: Nanoseconds, ofSeveral transfers: Int = 1) {
        self.ledger = ledger
        self.label = label
        self.longest = longest
        self.transfers = transfers
    }

    static func longest(_ ledgers: [TransferLedger]) -> Nanoseconds { ledgers.map(\.total).max() ?? 0 }

    /// For a ledger whose total is not zero.
    var bar: ReportBar {
        ReportBar(
            label: label,
            parts: LedgerCause.inTime.compactMap { cause in
                ledger[cause].flatMap { $0 > 0 ? ReportBar.Part(cause: cause, time: $0) : nil }
            },
            total: ledger.total,
            longest: longest,
            captions: captions
        )
    }

    private var captions: [String] {
        let total = Double(ledger.total)
        let named = ledger.largest.filter { Double($0.time) / total >= Self.leastShare }
        var captions = named.map { row in
            "\(row.cause.rawValue) \(Self.milliseconds(row.time)) (\(FixedPoint.percent(Double(row.time) / total, digits: 1)))"
        }
        let rest = ledger.total - named.reduce(0) { $0 + $1.time }
        if rest > 0 { captions.append("the rest \(Self.milliseconds(rest))") }
        if transfers > 1, let first = captions.first { captions[0] = "on average " + first }
        let unknown = LedgerCause.allCases.filter { ledger[$0] == nil }
        if !unknown.isEmpty {
            captions.append("not known: \(unknown.map(\.rawValue).joined(separator: " "))")
        }
        return captions
    }

    private static func milliseconds(_ time: Nanoseconds) -> String {
        FixedPoint.text(Double(time) / 1e6, digits: time >= 100_000 ? 1 : 3) + " ms"
    }
}
