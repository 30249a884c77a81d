import LinkModel
import Logs
import Runs
import Wire

/// The totals of a step.
struct StepAnalysis {
    let record: RunRecord
    let predictions: RunTheory
    let caches: CacheAnalysis

    func result(_ step: StepRecord, _ all: [TransferResult]) -> StepResult {
        let transfers = all.filter { $0.step == step.name }
        let link = predictions.conditions.link(of: step.name)
        var result = StepResult(name: step.name, of: transfers, start: step.start)
        let start = result.start
        result.utilisation = utilisation(Span(start: start, end: start + result.makespan), on: link)
        result.theory = theory(step, transfers, start: start)
        result.link = link
        result.cache = caches.figures(transfers, step.cache)
        result.ledger = TransferLedger.sum(transfers.compactMap(\.ledger))
        return result
    }

    /// The share of the time in which the down-link was sending.
    private func utilisation(_ span: Span, on link: LinkParameters) -> Double? {
        guard link.down.rateBps != nil, record.linkLogOmitted == 0, !record.linkLog.isEmpty else {
            return nil
        }
        return span.utilisation(record.linkLog)
    }

    /// nil if the network was not used, or if a transfer failed: theory's case then did not occur.
    private func theory(_ step: StepRecord, _ transfers: [TransferResult], start: Instant) -> StepTheory? {
        let theories = transfers.compactMap(\.theory)
        guard !theories.isEmpty, !transfers.contains(where: { $0.source == .none }) else { return nil }
        let ends = record.transfers.indices.filter { record.transfers[$0].step == step.name }
            .map { predictions.sharedEnds[$0] ?? record.transfers[$0].end }
        let isTold = theories.allSatisfy { $0.shared != nil }
        return StepTheory(
            articleSum: theories.reduce(0) { $0 + $1.article },
            wire: theories.reduce(0) { $0 + $1.wire },
            shared: isTold ? (ends.max() ?? start) - start : nil
        )
    }
}
