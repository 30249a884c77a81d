import Analysis
import Figures
import Inspection
import LinkModel
import Runs

/// A capture's responses beside theory for a line: what they should have taken, what they took, and why.
struct ComparisonBlock {
    private static let unknown = "-"

    private let comparison: CaptureComparison
    private let rows: [(exchange: CaptureExchange, compared: ComparedExchange)]

    init(_ comparison: CaptureComparison, _ exchanges: InspectedList<CaptureExchange>) {
        self.comparison = comparison
        rows = exchanges.compactMap { exchange in comparison.row(exchange).map { (exchange, $0) } }
    }

    func lines(_ style: TerminalStyle) -> [String] {
        guard !rows.isEmpty else { return [] }
        let link = comparison.link
        let title =
            "beside theory for \(comparison.profile): down \(DirectionWords(link, .down).rate), "
            + "up \(DirectionWords(link, .up).rate), round trip \(DurationFormat.text(link.roundTripDelay))"
        var lines = title.wrapped(style.width, hanging: 2)
        lines[0] = style.accent(lines[0], .bold)
        lines += table.lines(style)
        if let sum { lines += sum.wrapped(style.width, indent: 2, hanging: 4) }
        lines +=
            "Where the time went is estimated, sharing by theory, which knows nothing of servers' own time."
            .wrapped(style.width, indent: 2, hanging: 4)
        return lines
            + comparison.remarks.flatMap { "note: \($0)".wrapped(style.width, indent: 2, hanging: 4) }
    }

    private var table: TextTable {
        let longest = rows.compactMap(\.compared.measured).max() ?? 0
        func time(_ time: Int64?) -> String {
            time.map { DurationFormat.text($0, like: longest) } ?? Self.unknown
        }
        func column(
            _ heading: [String],
            isRightAligned: Bool = true,
            priority: Int? = nil,
            _ cell: ((exchange: CaptureExchange, compared: ComparedExchange)) -> String
        ) -> TextTable.Column {
            TextTable.Column(
                heading: heading,
                cells: rows.map(cell),
                isRightAligned: isRightAligned,
                priority: priority
            )
        }
        return TextTable(columns: [
            column(["stream"], priority: 2) { "\($0.exchange.stream)" },
            column(["request"], isRightAligned: false, priority: 6) {
                ($0.exchange.target ?? $0.exchange.url ?? Self.unknown).printable.shortened(to: 24)
            },
            column(["body"], priority: 4) { ByteFormat.text($0.exchange.bodyBytes) },
            column(["theory:", "body/rate"], priority: 5) { time($0.compared.theory.article) },
            column(["", "on the wire"], priority: 1) { time($0.compared.theory.wire) },
            column(["", "alone"], priority: 3) { time($0.compared.theory.alone) },
            column(["", "shared"]) { time($0.compared.theory.shared) },
            column(["measured"]) { time($0.compared.measured) },
            column(["", "of theory"]) {
                $0.compared.ratio.map { FixedPoint.text($0, digits: 2) + " x" } ?? Self.unknown
            },
            column(["most of it"], isRightAligned: false) {
                $0.compared.topCause.map {
                    "\($0.cause.rawValue) \(FixedPoint.percent($0.share, digits: 0))"
                } ?? Self.unknown
            },
        ])
    }

    /// All that can be compared, added up.
    private var sum: String? {
        let known = rows.map(\.compared).filter { $0.ratio != nil }
        guard known.count > 1 else { return nil }
        let measured = known.compactMap(\.measured).reduce(0, Self.added)
        let told = known.compactMap { $0.theory.shared ?? $0.theory.alone }.reduce(0, Self.added)
        let shares = TransferLedger.sum(known.compactMap(\.ledger)).flatMap { LedgerShares($0).text }
        return "\(known.count) responses took \(DurationFormat.text(measured)) in all, theory "
            + "\(DurationFormat.text(told)) (\(FixedPoint.text(Double(measured) / Double(told), digits: 2)) x)"
            + (shares.map { ": \($0)." } ?? ".")
    }

    private static func added(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, isTooMuch) = one.addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }
}
