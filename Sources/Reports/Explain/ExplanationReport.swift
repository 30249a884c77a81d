package import Analysis
import Figures
import Logs
import Runs
import Wire

/// A run explained: the answer first, then each step.
package struct ExplanationReport: Sendable {
    private static let indent = 2

    private let explanation: RunExplanation
    private let folder: String
    private let longest: Nanoseconds

    package init(_ explanation: RunExplanation, folder: String) {
        self.explanation = explanation
        self.folder = folder
        longest = LedgerBar.longest(
            explanation.steps.flatMap(\.transfers).compactMap(\.transfer.ledger)
        )
    }

    package var document: ReportDocument {
        var sections = [head]
        let answer = ExplanationAnswer(explanation).paragraphs
        if !answer.isEmpty { sections.append(ReportSection(answer)) }
        if let changes = explanation.whatIfs, let table = WhatIfTable(changes).section {
            sections.append(table)
        }
        for step in explanation.steps { sections += self.sections(step) }
        if longest > 0 { sections.append([.barLegend]) }
        return ReportDocument(sections)
    }

    private var head: ReportSection {
        let result = explanation.result
        let isNamed = !result.scenario.isEmpty && result.scenario != folder
        let name = isNamed ? "\(result.scenario) (\(folder))" : folder
        let title = "where the time went: \(name)".printable
        var head: [ReportElement] = [
            .heading(ReportHeading(title, breaking: .lead(hanging: Self.indent)))
        ]
        if result.link.mode == .stream {
            head.append(
                .text(
                    "Byte streams, no packets: the rows are estimates, and a dash is what streams cannot tell."
                )
            )
        }
        if let proxied = Findings(result).proxied {
            head.append(.text(ProxySentence(proxied).text, hanging: Self.indent))
        }
        if explanation.isOfCapture {
            head.append(
                .text(
                    "From a capture alone, best taken at the client: the rows are estimates, and what no packet tells is not known."
                )
            )
        }
        if let ending = Self.ending(result) { head.append(.text(ending.printable)) }
        if let why = result.emulation.why {
            head.append(.text("NOT TRUSTED: \(why)".printable, hanging: Self.indent))
        }
        return ReportSection(
            head + explanation.missing.map { .text("missing: \($0.words)".printable, hanging: Self.indent) }
        )
    }

    /// What is missing from an unfinished run.
    private static func ending(_ result: RunResult) -> String? {
        switch result.outcome {
        case .interrupted:
            "The run was interrupted: what was under way then ends there, and nothing came after it."
        case .failed: result.failure.map { "The run failed: \($0)." }
        default: nil
        }
    }

    // MARK: Steps

    private func sections(_ step: StepExplanation) -> [ReportSection] {
        let count = step.transfers.count
        var head: ReportSection = [
            .heading(
                "\(step.step.name.printable): \(count) \(count == 1 ? "transfer" : "transfers") in "
                    + DurationFormat.text(step.step.makespan)
            )
        ]
        if let overlap = OverlapSentence(step).text {
            head += [.text(overlap.printable, indent: Self.indent)]
        }
        if let line = lineSentence(step) { head += [.text(line, indent: Self.indent)] }
        if count > 1, let ledger = step.step.ledger, let shares = LedgerShares(ledger).text {
            head += [.text("Of all their time: \(shares).", indent: Self.indent)]
        }
        return [head] + step.transfers.map(section)
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

    private func section(_ explanation: TransferExplanation) -> ReportSection {
        let transfer = explanation.transfer
        let label =
            "\(transfer.file.printable.shortened(to: 40))  \(DurationFormat.text(transfer.duration))"
            + source(transfer)
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

    private func source(_ transfer: TransferResult) -> String {
        if let error = transfer.error { return ", failed (\(String(error.prefix { $0 != ":" }).printable))" }
        return transfer.source == .network ? "" : ", \(transfer.source.rawValue)"
    }
}
