import Runs
import Wire

/// Judges whether the emulation was exact enough to trust its figures.
enum EmulationAnalysis {
    static func result(_ record: RunRecord, clock: ClockMapping) -> EmulationResult {
        let lateness = record.linkLog.compactMap(\.lateness).sorted()
        let drops = record.captures.isEmpty ? nil : record.captures.reduce(0) { $0 + $1.dropped }
        var result = EmulationResult(
            latenessP50: NearestRank.value(50, of: lateness),
            latenessP99: NearestRank.value(99, of: lateness),
            latenessMax: lateness.last,
            captureDrops: drops
        )
        result.doubts = EmulationTrust.doubts(
            latenessP99: result.latenessP99,
            captureDrops: drops,
            shortage: record.shortage
        )
        if let step = clock.step { result.doubts.append(.clockSet(by: step)) }
        return result
    }
}
