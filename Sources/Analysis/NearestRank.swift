/// Percentiles by nearest rank, so that each is a measured value.
package enum NearestRank {
    /// The smallest value that at least this percentage of values do not exceed; nil without values.
    package static func value<Value>(_ percent: Double, of sorted: [Value]) -> Value? {
        sorted.isEmpty ? nil : sorted[rank(percent, of: sorted.count) - 1]
    }

    /// The number of values, smallest first, that make up that percentage of `count`, which is not 0: at
    /// least one.
    package static func rank(_ percent: Double, of count: Int) -> Int {
        // 0.95 * 20 is 19.000000000000004 in binary floating point.
        max(1, min(count, Int((Double(count) * percent / 100 - 1e-9).rounded(.up))))
    }
}
