import Analysis
import Figures
import Runs

/// A run explained in short: the largest cause of its transfers' time, and the change that would help most.
struct ExplanationAnswer {
    private let explanation: RunExplanation

    init(_ explanation: RunExplanation) {
        self.explanation = explanation
    }

    /// Empty if nothing is known.
    var paragraphs: [ReportElement] { sentences.map { .text($0, hanging: 2) } }

    var sentences: [String] { [time, help].compactMap { $0 } }

    private var time: String? {
        let ledgers = explanation.steps.flatMap(\.transfers).compactMap(\.transfer.ledger)
        return TimeSentence(ledgers, isOfCapture: explanation.isOfCapture).text
    }

    private var help: String? {
        guard let changes = explanation.whatIfs else {
            guard !explanation.isOfCapture else { return nil }
            return "What would help is not known: \(WhatIfObstacle(explanation.result).words)."
        }
        guard let best = changes.first else { return "No change that was tried would help." }
        return
            "What would help most: \(best.change.words). In simulation, the steps take \(DurationFormat.text(best.after.makespan)) "
            + "instead of \(DurationFormat.text(best.before.makespan))."
    }
}
