/// Percentiles by the nearest rank, so that each is a value that was measured.
package enum NearestRank {
    /// The smallest value that at least so many percent do not exceed; nil of nothing.
    package static func value<Value>(_ percent: Double, of sorted: [Value]) -> Value? {
        sorted.isEmpty ? nil : sorted[rank(percent, of: sorted.count) - 1]
    }

    /// How many values, the smallest first, are that many percent of `count`, which is not 0: at least one.
    package static func rank(_ percent: Double, of count: Int) -> Int {
        // 0.95 of 20 is 19.000000000000004 where it is reckoned in halves.
        max(1, min(count, Int((Double(count) * percent / 100 - 1e-9).rounded(.up))))
    }
}
