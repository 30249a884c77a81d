import Analysis
import Figures
import Runs
import Wire

/// How a step's transfers overlapped, in a sentence.
struct OverlapSentence {
    /// A smaller share of the time does not matter.
    private static let leastShare = 0.01
    /// Most numbers of transfers that are told one by one.
    private static let most = 6

    private let step: StepExplanation

    init(_ step: StepExplanation) {
        self.step = step
    }

    /// Without numbers of transfers that lasted too short to matter; nil if none overlapped.
    var text: String? {
        let whole = step.concurrency.reduce(0) { $0 + $1.time }
        let least = Double(whole) * Self.leastShare
        let longest = step.concurrency.filter { Double($0.time) >= least }.sorted { $0.time > $1.time }
            .prefix(Self.most)
        let told = longest.sorted { $0.transfers > $1.transfers }
        let rest = whole - told.reduce(0) { $0 + $1.time }
        return sentence(told, rest: Double(rest) >= least ? rest : 0)
    }

    /// nil if none overlapped.
    var wholeText: String? { sentence(step.concurrency, rest: 0) }

    private func sentence(_ told: [StepExplanation.Concurrency], rest: Nanoseconds) -> String? {
        guard let most = step.concurrency.first?.transfers, most > 1, let overlap = step.step.overlap else {
            return nil
        }
        var parts = told.map { "\($0.transfers) for \(DurationFormat.text($0.time))" }
        if rest > 0 { parts.append("other counts, up to \(most), for \(DurationFormat.text(rest))") }
        return "Transfers in parallel: \(parts.joined(separator: ", ")). The durations add up to "
            + "\(DurationFormat.text(step.step.sumOfDurations)) in \(DurationFormat.text(step.step.makespan)) of elapsed time: "
            + "on average \(FixedPoint.text(overlap, digits: 2)) transfers ran at once."
    }
}
