import Figures
import Runs
import Wire

/// A ledger on the terminal: a bar of its causes, and their times below.
struct LedgerLines {
    /// What took less of the time has no row.
    private static let leastShare = 0.001

    private let ledger: TransferLedger
    private let indent: Int
    private let longest: Nanoseconds

    /// `longest` is the time of the longest of all ledgers that are shown, whose bar has the whole width.
    init(_ ledger: TransferLedger, indent: Int, longest: Nanoseconds) {
        self.ledger = ledger
        self.indent = indent
        self.longest = longest
    }

    func lines(_ style: TerminalStyle) -> [String] {
        let bar = CauseBar(ledger, width: style.width - indent, longest: longest).text
        return [String(repeating: " ", count: indent) + bar] + rows(style)
    }

    static func longest(_ ledgers: [TransferLedger]) -> Nanoseconds { ledgers.map(\.total).max() ?? 0 }

    /// What the bars' letters mean; nil where there are no bars.
    static func legend(_ ledgers: [TransferLedger], indent: Int, _ style: TerminalStyle) -> [String]? {
        let longest = longest(ledgers)
        let bars = ledgers.map { CauseBar($0, width: style.width - indent, longest: longest).text }
        let legend = CauseBar.legend(bars)
        return legend.isEmpty ? nil : "bars: \(legend)".wrapped(style.width, hanging: 6)
    }

    /// The causes, the longest first, side by side as far as there is room.
    private func rows(_ style: TerminalStyle) -> [String] {
        let total = Double(ledger.total)
        let named = ledger.largest.filter { Double($0.time) / total >= Self.leastShare }
        var cells = named.map { row in
            "\(row.cause.rawValue) \(Self.milliseconds(row.time)) (\(FixedPoint.percent(Double(row.time) / total, digits: 1)))"
        }
        let rest = ledger.total - named.reduce(0) { $0 + $1.time }
        if rest > 0 { cells.append("the rest \(Self.milliseconds(rest))") }
        let unknown = LedgerCause.allCases.filter { ledger[$0] == nil }
        if !unknown.isEmpty { cells.append("not known: \(unknown.map(\.rawValue).joined(separator: " "))") }
        return cells.joined(separator: ", ").wrapped(style.width, indent: indent)
    }

    private static func milliseconds(_ time: Nanoseconds) -> String {
        FixedPoint.text(Double(time) / 1e6, digits: time >= 100_000 ? 1 : 3) + " ms"
    }
}
