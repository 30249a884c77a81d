import Analysis
import Figures
import Runs
import Wire

/// A run explained in short: the largest cause of its transfers' time, and the change that would help most.
struct ExplanationAnswer {
    /// Number of further causes named after the largest.
    private static let mostOthers = 3
    /// Smaller shares are not named.
    private static let leastShare = 0.01

    private let explanation: RunExplanation

    init(_ explanation: RunExplanation) {
        self.explanation = explanation
    }

    /// Empty if nothing is known.
    var paragraphs: [ReportElement] { sentences.map { .text($0, hanging: 2) } }

    var sentences: [String] { [time, help].compactMap { $0 } }

    /// nil if no ledger is known.
    private var time: String? {
        let ledgers = explanation.steps.flatMap(\.transfers).compactMap(\.transfer.ledger)
        guard let sum = TransferLedger.sum(ledgers), sum.total > 0, let first = sum.largest.first else {
            return nil
        }
        func share(_ time: Nanoseconds) -> Double { Double(time) / Double(sum.total) }
        let whose = ledgers.count == 1 ? "the transfer" : "the \(ledgers.count) transfers"
        let others = sum.largest.dropFirst().prefix(Self.mostOthers)
            .filter { share($0.time) >= Self.leastShare }
        let rest = others.map { "\($0.cause.rawValue) \(FixedPoint.percent(share($0.time), digits: 1))" }
        return
            "Most of the \(DurationFormat.text(sum.total)) of \(whose), \(FixedPoint.percent(share(first.time), digits: 1)), "
            + "is \(first.cause.rawValue): \(words(first.cause))."
            + (rest.isEmpty ? "" : " Then comes \(rest.joined(separator: ", ")).")
    }

    /// In a capture, an origin's own time looks like packets that delay its answer.
    private func words(_ cause: LedgerCause) -> String {
        cause == .server && explanation.isOfCapture
            ? "no answer came yet: the origin's time, or packets ahead of its own" : cause.words
    }

    private var help: String? {
        guard let changes = explanation.whatIfs else {
            guard !explanation.isOfCapture else { return nil }
            return "What would help is not told: \(WhatIfObstacle(explanation.result).words)."
        }
        guard let best = changes.first else { return "None of the changes that were tried would help." }
        guard best.gain > 0 else {
            return
                "What would help most: \(best.change.words). The steps would take no less, but the transfers added up "
                + "\(DurationFormat.text(best.after.sum)) instead of \(DurationFormat.text(best.before.sum))."
        }
        return
            "What would help most: \(best.change.words). The steps would take \(DurationFormat.text(best.after.makespan)) "
            + "instead of \(DurationFormat.text(best.before.makespan)), by the simulator."
    }
}
