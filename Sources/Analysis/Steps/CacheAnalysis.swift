import Logs
import Runs
import Wire

/// What the caches saved the line and the callers.
struct CacheAnalysis {
    /// The cost of each file when first fetched, by its name.
    private var first: [String: TransferResult] = [:]

    /// All transfers of a run, in order.
    init(_ transfers: [TransferResult]) {
        for transfer in transfers
        where transfer.source == .network && transfer.sharedWith == nil && first[transfer.file] == nil {
            first[transfer.file] = transfer
        }
    }

    /// Figures of some transfers; `counters` are the caches' own, of the same time.
    func figures(_ transfers: [TransferResult], _ counters: CacheCounters) -> CacheFigures {
        var figures = CacheFigures()
        figures.answers = CacheAnswers(transfers)
        figures.evictions = counters.evictions
        figures.memoryBytes = counters.memoryBytes
        figures.diskBytes = counters.diskBytes
        var (before, now) = (Nanoseconds(0), Nanoseconds(0))
        for transfer in transfers {
            figures.decode += transfer.phases?.decode ?? 0
            guard transfer.source.isCached else { continue }
            if transfer.tier == .disk { figures.diskRead += transfer.phases?.cache ?? 0 }
            figures.bytesSaved += max(0, transfer.bodyBytes - (transfer.clientLog?.exchange.sizeBytes ?? 0))
            guard let first = first[transfer.file] else { continue }
            before += first.duration
            now += transfer.duration
            figures.saved += max(0, first.duration - transfer.duration)
            if let down = first.wireDownBytes, let up = first.wireUpBytes {
                figures.wireDownSaved = (figures.wireDownSaved ?? 0) + down - (transfer.wireDownBytes ?? 0)
                figures.wireUpSaved = (figures.wireUpSaved ?? 0) + up - (transfer.wireUpBytes ?? 0)
            }
        }
        if before > 0 { figures.improvement = 1 - Double(now) / Double(before) }
        return figures
    }
}
