import Runs
import Wire

/// Whether the emulation was exact enough for its figures to be judged by.
enum EmulationAnalysis {
    static func result(_ record: RunRecord, clock: ClockMapping) -> EmulationResult {
        let lateness = record.linkLog.compactMap(\.lateness).sorted()
        let drops = record.captures.isEmpty ? nil : record.captures.reduce(0) { $0 + $1.dropped }
        var result = EmulationResult(
            latenessP50: percentile(50, of: lateness),
            latenessP99: percentile(99, of: lateness),
            latenessMax: lateness.last,
            captureDrops: drops
        )
        var reasons = EmulationTrust.objections(latenessP99: result.latenessP99, captureDrops: drops)
        if let step = clock.step {
            reasons.append("the wall clock was set by \(DurationFormat.text(step)) during the run")
        }
        if !reasons.isEmpty { result.why = reasons.joined(separator: "; ") }
        return result
    }

    /// The nearest rank: the smallest value that at least so many percent do not exceed.
    static func percentile(_ percent: Int, of sorted: [Nanoseconds]) -> Nanoseconds? {
        guard !sorted.isEmpty else { return nil }
        return sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
}
