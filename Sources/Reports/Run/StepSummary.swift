import Analysis
import LinkModel
import Runs
import Theory
import Wire

/// What the report of one step shows: worked out before anything is drawn.
struct StepSummary {
    /// How a step's transfers are shown.
    enum Form: Hashable {
        case nothing
        /// By who answered them: there are too many for a row each.
        case tiers
        /// A row each, of transfers that touched no network.
        case hits
        case transfers
    }

    /// With more transfers than these, they are shown by who answered them.
    private static let mostRows = 24

    let result: RunResult
    let step: StepResult
    let transfers: [TransferResult]
    /// The transfers that have a row of their own.
    let shown: [TransferResult]
    let form: Form
    /// True where transfers shared the line, so that a theory of each alone is beside the point.
    let isShared: Bool
    /// Transfers at once, in a sentence; nil where there were none.
    let overlap: String?
    /// The line, where it is not the one of the step before.
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
        overlap = Findings(result).overlap(step)
    }

    /// All but the callers who waited for another one's transfer; of callers who got the same error without an exchange of
    /// their own, only the first.
    private static func shown(of transfers: [TransferResult]) -> [TransferResult] {
        var told: Set<[String]> = []
        return transfers.filter { transfer in
            if transfer.sharedWith != nil { return false }
            guard transfer.clientLog == nil, let error = transfer.error else { return true }
            return told.insert([transfer.file, error]).inserted
        }
    }

    /// Theory does not know how its senders share a line.
    var isGuess: Bool {
        step.theory != nil
            && result.link.congestion.map(TheoryMethod.init) == .closedForm(isWindowless: false)
    }

    /// What the articles timed, from a transfer's first chunk to its last; empty where no transfer has chunks.
    var chunkTimes: [Nanoseconds] { transfers.compactMap(\.firstToLastChunk) }
}
