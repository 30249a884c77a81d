package import Analysis
import Figures
import Logs
import Runs
import Wire

/// A run explained on the terminal: the answer first, then step by step how it comes about.
package struct ExplanationReport: Sendable {
    private static let indent = 2

    private let explanation: RunExplanation
    private let folder: String
    /// Of all transfers.
    private let longest: Nanoseconds

    package init(_ explanation: RunExplanation, folder: String) {
        self.explanation = explanation
        self.folder = folder
        longest = LedgerLines.longest(
            explanation.steps.flatMap(\.transfers).compactMap(\.transfer.ledger)
        )
    }

    /// Ends with a line feed.
    package func text(_ style: TerminalStyle) -> String {
        var blocks = [head(style)]
        let answer = ExplanationAnswer(explanation).lines(style)
        if !answer.isEmpty { blocks.append(answer) }
        if let changes = explanation.whatIfs, !changes.isEmpty {
            blocks.append(WhatIfTable(changes).lines(style))
        }
        for step in explanation.steps { blocks += self.blocks(step, style) }
        if let legend = legend(style) { blocks.append(legend) }
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private func head(_ style: TerminalStyle) -> [String] {
        let result = explanation.result
        let isNamed = !result.scenario.isEmpty && result.scenario != folder
        let name = isNamed ? "\(result.scenario) (\(folder))" : folder
        var lines = "where the time went: \(name)".printable.wrapped(style.width, hanging: Self.indent)
        lines[0] = style.accent(lines[0], .bold)
        if result.link.mode == .stream {
            lines +=
                "Byte streams, no packets: the rows are estimates, and a dash is what streams cannot tell."
                .wrapped(style.width)
        }
        if explanation.isOfCapture {
            lines +=
                "From a capture alone, best taken at the client: the rows are estimates, and what no packet tells is not known."
                .wrapped(style.width)
        }
        if let ending = Self.ending(result) { lines += ending.printable.wrapped(style.width) }
        if let why = result.emulation.why {
            lines += "NOT TRUSTED: \(why)".printable.wrapped(style.width, hanging: Self.indent)
        }
        for missing in explanation.missing {
            lines += "missing: \(missing)".printable.wrapped(style.width, hanging: Self.indent)
        }
        return lines
    }

    /// What a run that did not come to its end leaves out.
    private static func ending(_ result: RunResult) -> String? {
        switch result.outcome {
        case .interrupted:
            "The run was interrupted: what was under way then ends there, and nothing came after it."
        case .failed: result.failure.map { "The run failed: \($0)." }
        default: nil
        }
    }

    // MARK: Steps

    private func blocks(_ step: StepExplanation, _ style: TerminalStyle) -> [[String]] {
        let count = step.transfers.count
        let title =
            "\(step.step.name.printable): \(count) \(count == 1 ? "transfer" : "transfers") in "
            + DurationFormat.text(step.step.makespan)
        var lines = [style.accent(title, .bold)]
        if let overlap = step.overlapSentence {
            lines += overlap.printable.wrapped(style.width, indent: Self.indent)
        }
        if let line = lineSentence(step) { lines += line.wrapped(style.width, indent: Self.indent) }
        if count > 1, let ledger = step.step.ledger, let shares = LedgerShares(ledger).text {
            lines += "Of all their time: \(shares).".wrapped(style.width, indent: Self.indent)
        }
        return [lines] + step.transfers.map { self.lines($0, style) }
    }

    private func lineSentence(_ step: StepExplanation) -> String? {
        var parts: [String] = []
        if let utilisation = step.step.utilisation {
            parts.append("The line was sending for \(FixedPoint.percent(utilisation, digits: 1)) of it.")
        }
        if let fairness = step.fairness {
            parts.append(
                "Their speeds were \(FixedPoint.text(fairness, digits: 2)) fair (Jain: 1 is all alike, "
                    + "\(FixedPoint.text(1 / Double(step.transfers.count), digits: 2)) one had it all)."
            )
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    // MARK: Transfers

    private func lines(_ explanation: TransferExplanation, _ style: TerminalStyle) -> [String] {
        let transfer = explanation.transfer
        let title = "\(transfer.file.printable.shortened(to: 40))  \(DurationFormat.text(transfer.duration))"
        let head = String(repeating: " ", count: Self.indent) + title + source(transfer)
        guard let ledger = transfer.ledger, ledger.total > 0 else { return [head, "    no ledger is known"] }
        return [head] + LedgerLines(ledger, indent: 2 * Self.indent, longest: longest).lines(style)
            + explanation.sentences.flatMap {
                $0.printable.wrapped(style.width, indent: 2 * Self.indent, hanging: 3 * Self.indent)
            }
    }

    private func source(_ transfer: TransferResult) -> String {
        if let error = transfer.error { return ", failed (\(String(error.prefix { $0 != ":" }).printable))" }
        return transfer.source == .network ? "" : ", \(transfer.source.rawValue)"
    }

    private var ledgers: [TransferLedger] {
        explanation.steps.flatMap(\.transfers).compactMap(\.transfer.ledger)
    }

    private func legend(_ style: TerminalStyle) -> [String]? {
        LedgerLines.legend(ledgers, indent: 2 * Self.indent, style)
    }
}
