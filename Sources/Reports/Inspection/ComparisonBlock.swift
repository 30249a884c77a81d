import Analysis
import Figures
import Inspection
import LinkModel
import Runs

/// A capture's responses compared with theory for a line: expected time, measured time and main cause.
struct ComparisonBlock {
    private static let unknown = "-"

    private let comparison: CaptureComparison
    private let rows: [(exchange: CaptureExchange, compared: ComparedExchange)]

    init(_ comparison: CaptureComparison, _ exchanges: InspectedList<CaptureExchange>) {
        self.comparison = comparison
        rows = exchanges.compactMap { exchange in comparison.row(exchange).map { (exchange, $0) } }
    }

    /// Empty if no response can be compared.
    var section: ReportSection {
        guard !rows.isEmpty else { return [] }
        let link = comparison.link
        let title =
            "beside theory for \(comparison.profile): down \(DirectionWords(link, .down).rate), "
            + "up \(DirectionWords(link, .up).rate), round trip \(DurationFormat.text(link.roundTripDelay))"
        let notes = [
            sum,
            "Where the time went is an estimate. Sharing comes from theory, which does not know the servers' own time.",
        ]
        let remarks = comparison.remarks.map { "note: \($0.words)" }
        return ReportSection(
            [.heading(ReportHeading(title, breaking: .lead(hanging: 2))), .table(table)]
                + (notes.compactMap(\.self) + remarks).map { .text($0, indent: 2, hanging: 4) }
        )
    }

    private var table: ReportTable {
        let longest = rows.compactMap(\.compared.measured).max() ?? 0
        func time(_ time: Int64?) -> String {
            time.map { DurationFormat.text($0, like: longest) } ?? Self.unknown
        }
        return ReportTable(
            rows,
            [
                .number("stream", priority: 2) { $0.exchange.connection.label },
                .text("request", priority: 6) {
                    ($0.exchange.target ?? $0.exchange.url ?? Self.unknown).printable.shortened(to: 24)
                },
                .number("body", priority: 4) { ByteFormat.text($0.exchange.bodyBytes) },
                .number("theory:", "body/rate", priority: 5) { time($0.compared.theory.article) },
                .number("", "on the wire", priority: 1) { time($0.compared.theory.wire) },
                .number("", "alone", priority: 3) { time($0.compared.theory.alone) },
                .number("", "shared") { time($0.compared.theory.shared) },
                .number("measured") { time($0.compared.measured) },
                .number("", "of theory") {
                    $0.compared.ratio.map { FixedPoint.text($0, digits: 2) + " x" } ?? Self.unknown
                },
                .text("largest part") {
                    $0.compared.topCause.map {
                        "\($0.cause.rawValue) \(FixedPoint.percent($0.share, digits: 0))"
                    } ?? Self.unknown
                },
            ]
        )
    }

    /// Sums of all comparable responses.
    private var sum: String? {
        let known = rows.map(\.compared).filter { $0.ratio != nil }
        guard known.count > 1 else { return nil }
        let measured = known.compactMap(\.measured).reduce(0, Self.added)
        let told = known.compactMap { $0.theory.shared ?? $0.theory.alone }.reduce(0, Self.added)
        let shares = TransferLedger.sum(known.compactMap(\.ledger)).flatMap { LedgerShares($0).text }
        return "\(known.count) responses took \(DurationFormat.text(measured)) in all; theory predicts "
            + "\(DurationFormat.text(told)) (\(FixedPoint.text(Double(measured) / Double(told), digits: 2)) x)"
            + (shares.map { ": \($0)." } ?? ".")
    }

    private static func added(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, isTooMuch) = one.addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }
}
