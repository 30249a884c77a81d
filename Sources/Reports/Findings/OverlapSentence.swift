import Analysis
import Figures
import Runs

/// How a step's transfers overlapped, in a sentence.
struct OverlapSentence {
    private let step: StepExplanation

    init(_ step: StepExplanation) {
        self.step = step
    }

    /// nil if none overlapped.
    var text: String? {
        guard let most = step.concurrency.first?.transfers, most > 1, let overlap = step.step.overlap else {
            return nil
        }
        let parts = step.concurrency.map { "\($0.transfers) for \(DurationFormat.text($0.time))" }
        return "At once were under way: \(parts.joined(separator: ", ")). The durations add up to "
            + "\(DurationFormat.text(step.step.sumOfDurations)) in \(DurationFormat.text(step.step.makespan)) that passed: "
            + "each second counts \(FixedPoint.text(overlap, digits: 2)) times."
    }
}
