import Analysis
import Figures
import Logs
import Runs
import Wire

/// One transfer explained: its bar and its sentences.
struct TransferSection {
    private static let indent = 2
    /// Longer names of files are shortened.
    private static let mostOfName = 40

    private let explanation: TransferExplanation
    private let longest: Nanoseconds

    /// `longest` is the total of the longest ledger that the report shows.
    init(_ explanation: TransferExplanation, longest: Nanoseconds) {
        self.explanation = explanation
        self.longest = longest
    }

    var section: ReportSection {
        let transfer = explanation.transfer
        let label =
            "\(transfer.file.printable.shortened(to: Self.mostOfName))  \(DurationFormat.text(transfer.duration))"
            + transfer.origins
        guard let ledger = transfer.ledger, ledger.total > 0 else {
            return [.line(label, indent: Self.indent), .line("no ledger is known", indent: 2 * Self.indent)]
        }
        return ReportSection(
            [.bar(LedgerBar(ledger, label: label, longest: longest).bar)]
                + CauseSentence(explanation).texts.map {
                    .text($0.printable, indent: 2 * Self.indent, hanging: 3 * Self.indent)
                }
        )
    }
}

extension TransferResult {
    /// Where it came from if that was not the network, or how it failed. Begins with a comma, or is empty.
    var origins: String {
        if let kind = failureKind { return ", failed (\(kind.printable))" }
        return source == .network ? "" : ", \(source.rawValue)"
    }
}
