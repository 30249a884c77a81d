/// Percentiles by the nearest rank, so that each is a value that was measured.
package enum NearestRank {
    /// The smallest value that at least so many percent do not exceed; nil of nothing.
    package static func value<Value>(_ percent: Double, of sorted: [Value]) -> Value? {
        guard !sorted.isEmpty else { return nil }
        // 0.95 of 20 is 19.000000000000004 where it is reckoned in halves.
        let rank = (Double(sorted.count) * percent / 100 - 1e-9).rounded(.up)
        return sorted[max(0, min(sorted.count, Int(rank)) - 1)]
    }
}
