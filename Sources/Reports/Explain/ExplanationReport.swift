package import Analysis
import Figures
package import JSON
import LinkModel
import Logs
import Runs
import Wire

/// A run explained: the answer first, then each step.
package struct ExplanationReport: Sendable {
    private static let indent = 2

    private let explanation: RunExplanation
    private let folder: String
    private let detail: ExplanationDetail
    private let longest: Nanoseconds

    package init(_ explanation: RunExplanation, folder: String, detail: ExplanationDetail = .folded) {
        self.explanation = explanation
        self.folder = folder
        self.detail = detail
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
        if isShortened {
            sections.append([
                .text(
                    "`netlab explain \(folder.quotedForShell) --all` lists the transfers shown together here one by one."
                )
            ])
        }
        return ReportDocument(sections)
    }

    private var isShortened: Bool {
        detail == .folded
            && explanation.steps.contains { FoldedSections($0, longest: longest).isShortened }
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
                    "Byte streams, no packets: the rows are estimates, and a dash marks what streams do not show."
                )
            )
        }
        if let proxied = Findings(result).proxied {
            head.append(.text(ProxySentence(proxied).text, hanging: Self.indent))
        }
        if explanation.isOfCapture {
            head.append(
                .text(
                    "From a capture alone, best taken at the client: the rows are estimates, and what the packets do not show is not known."
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
            "The run was interrupted: transfers in progress end there, and later ones did not start."
        case .failed: result.failure.map { "The run failed: \($0)." }
        default: nil
        }
    }

    // MARK: Steps

    private func sections(_ step: StepExplanation) -> [ReportSection] {
        let count = step.transfers.count
        var head: ReportSection = [
            .heading(
                "\(step.step.name.printable): \(CountFormat.text(count, "transfer")) in "
                    + DurationFormat.text(step.step.makespan)
            )
        ]
        let overlap = OverlapSentence(step)
        if let text = detail == .each ? overlap.wholeText : overlap.text {
            head += [.text(text.printable, indent: Self.indent)]
        }
        if let line = lineSentence(step) { head += [.text(line, indent: Self.indent)] }
        if count > 1, let ledger = step.step.ledger, let shares = LedgerShares(ledger).text {
            head += [.text("Shares of their total time: \(shares).", indent: Self.indent)]
        }
        switch detail {
        case .each: return [head] + step.transfers.map { TransferSection($0, longest: longest).section }
        case .folded: return [head] + FoldedSections(step, longest: longest).sections
        }
    }

    private func lineSentence(_ step: StepExplanation) -> String? {
        var parts: [String] = []
        if let utilisation = step.step.utilisation {
            parts.append(
                "The line was sending for \(FixedPoint.percent(utilisation, digits: 1)) of this time."
            )
        }
        if let fairness = step.fairness {
            parts.append(
                "The fairness of their speeds is \(FixedPoint.text(fairness, digits: 2)) (Jain: 1 if all are equal, "
                    + "\(FixedPoint.text(1 / Double(step.transfers.count), digits: 2)) if one gets everything)."
            )
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

// MARK: JSON

extension ExplanationReport {
    /// The document of `explain --json`.
    package static func document(_ explanation: RunExplanation, folder: String) -> JSONValue {
        let result = explanation.result
        return [
            "schema": .string(RunExplanation.schema), "folder": folder.json, "scenario": result.scenario.json,
            "mode": .string(explanation.isOfCapture ? "capture" : result.link.mode.rawValue),
            "outcome": .string(result.outcome.rawValue),
            "trusted": result.emulation.isTrusted.json, "missing": explanation.missing.map(\.words).json,
            "steps": .array(explanation.steps.map(json)),
            "whatIf": explanation.whatIfs.map { .array($0.map(\.json)) } ?? .null,
        ]
    }

    private static func json(_ step: StepExplanation) -> JSONValue {
        [
            "name": step.step.name.json, "makespanNs": step.step.makespan.json,
            "sumOfDurationsNs": step.step.sumOfDurations.json, "busyNs": step.step.busy.json,
            "overlap": step.step.overlap.json, "utilisation": step.step.utilisation.json,
            "fairness": step.fairness.json, "concurrency": step.concurrency.json,
            "ledger": step.step.ledger.json, "overlapSentence": OverlapSentence(step).wholeText.json,
            "transfers": .array(step.transfers.map(json)),
        ]
    }

    private static func json(_ explanation: TransferExplanation) -> JSONValue {
        let transfer = explanation.transfer
        return [
            "id": transfer.id.json, "file": transfer.file.json, "source": .string(transfer.source.rawValue),
            "error": transfer.error.json, "durationNs": transfer.duration.json,
            "efficiency": transfer.efficiency.json, "ledger": transfer.ledger.json,
            "waitedFor": (transfer.ledger?.waitedFor).json,
            "flowControl": (transfer.ledger?.flowControl).json,
            "losses": (transfer.ledger?.losses).json,
            "sentences": CauseSentence(explanation).texts.json,
        ]
    }
}
