import Figures
import LinkModel
import Runs

/// One step of a run: a table of its transfers, and their sums.
struct StepBlock {
    private let summary: StepSummary

    init(_ summary: StepSummary) {
        self.summary = summary
    }

    var sections: [ReportSection] {
        let head = [.heading(summary.step.name)] + changedLine
        let figures = ReportElement.figures(StepFigures(summary).figures)
        switch summary.form {
        case .nothing: return [ReportSection(head + [.line("nothing was fetched", indent: 2)])]
        case .tiers:
            let table = TierTable(summary.transfers, notes: failures).table
            return [ReportSection(head + [.table(table)]), ReportSection([figures] + course + causes)]
        case .hits:
            let table = HitTable(summary.result, summary.transfers).table
            return [ReportSection(head + [.table(table)]), [figures]]
        case .transfers:
            let isCaptured = summary.result.link.mode == .packet
            let table = TransferTable(summary.shown, isShared: summary.isShared, isCaptured: isCaptured)
            return [
                ReportSection(head + [.table(table.table(unshown))])
            ] + proxied + [ReportSection([figures] + course + causes)] + overlap
        }
    }

    /// Both sides of the proxy, if there was one.
    private var proxied: [ReportSection] {
        ProxyTable(summary.shown).map { [[.table($0.table)]] } ?? []
    }

    private var failures: [String] {
        summary.shown.compactMap { transfer in transfer.error.map { "\(transfer.file): \($0)" } }
    }

    private var course: [ReportElement] {
        StepThroughput(summary).sparkline.map { [.sparkline($0)] } ?? []
    }

    /// Causes of all transfers' time together.
    private var causes: [ReportElement] {
        guard let ledger = summary.step.ledger, let shares = LedgerShares(ledger).text else { return [] }
        let isOfSeveral = summary.transfers.count > 1
        let whose = isOfSeveral ? "where the transfers' time went" : "where the time went"
        let note = ledger.isEstimated ? " (estimated)" : ""
        return [.text("\(whose)\(note): \(shares)", indent: 2, hanging: 4)]
    }

    private var unshown: [String] {
        let count = summary.transfers.count - summary.shown.count
        guard count > 0 else { return [] }
        return [
            "\(ByteFormat.grouped(count)) more \(count == 1 ? "caller" : "callers") waited for these transfers without a "
                + "request of their own."
        ]
    }

    private var changedLine: [ReportElement] {
        guard let link = summary.changedLine else { return [] }
        let parts = [
            "the line from here on: down \(DirectionWords(link, .down).text)",
            "up \(DirectionWords(link, .up).text)", FramingWords(link.framing).text,
        ]
        return [.text(parts.compactMap { $0 }.joined(separator: "; "), indent: 2)]
    }

    private var overlap: [ReportSection] {
        guard let sentence = summary.overlap else { return [] }
        let caution =
            "Theory shares the line evenly and TCP does not, so its time for one of several transfers is a guess; "
            + "its makespan is not."
        let cautions: [ReportElement] = summary.isGuess ? [.text(caution, indent: 2)] : []
        return [ReportSection([.text(sentence, indent: 2)] + cautions)]
    }
}
