import Analysis
import LinkModel
import Runs
import Theory
import Wire

/// Content of a step's report, computed before drawing.
struct StepSummary {
    /// How a step's transfers are shown.
    enum Form: Hashable {
        case nothing
        /// By source: there are too many for a row each.
        case tiers
        /// One row each, for transfers that used no network.
        case hits
        case transfers
    }

    /// Larger steps show their transfers by source.
    private static let mostRows = 24

    let result: RunResult
    let step: StepResult
    let transfers: [TransferResult]
    /// Transfers with their own row.
    let shown: [TransferResult]
    let form: Form
    /// True if transfers shared the line, which makes a theory of each alone irrelevant.
    let isShared: Bool
    /// A sentence about overlapping transfers; nil if there were none, or the report begins with it.
    let overlap: String?
    /// The line, if it differs from the previous step's.
    let changedLine: LinkParameters?

    init(_ result: RunResult, _ step: StepResult, changedLine: LinkParameters?) {
        self.result = result
        self.step = step
        self.changedLine = changedLine
        transfers = result.transfers(of: step.name)
        let shown = Self.shown(of: transfers)
        self.shown = shown
        if transfers.isEmpty {
            form = .nothing
        } else if shown.count > Self.mostRows, CacheWords(figures: step.cache).isWorthTelling {
            form = .tiers
        } else {
            let isFetched = transfers.contains { $0.clientLog != nil || $0.error != nil }
            form = isFetched ? .transfers : .hits
        }
        guard form == .transfers else {
            (isShared, overlap) = (false, nil)
            return
        }
        isShared = shown.contains { first in
            shown.contains { $0.id != first.id && $0.start < first.end && first.start < $0.end }
        }
        let found = Findings(result).overlap(step)
        overlap = found.flatMap { result.findings.first == .overlap($0) ? nil : FindingSentence.text($0) }
    }

    /// All except callers that waited for another's transfer. Of callers with the same error and no exchange
    /// of their own, only the first.
    private static func shown(of transfers: [TransferResult]) -> [TransferResult] {
        var told: Set<[String]> = []
        return transfers.filter { transfer in
            if transfer.sharedWith != nil { return false }
            guard transfer.clientLog == nil, let error = transfer.error else { return true }
            return told.insert([transfer.file, error]).inserted
        }
    }

    /// True if theory does not know how the senders share a line.
    var isGuess: Bool {
        step.theory != nil
            && result.link.congestion.map(TheoryMethod.init) == .closedForm(isWindowless: false)
    }

    /// The articles' clock: a transfer's first chunk to its last. Empty if no transfer has chunks.
    var chunkTimes: [Nanoseconds] { transfers.compactMap(\.firstToLastChunk) }
}
