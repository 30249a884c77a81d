import Analysis

/// A histogram of durations: percentiles of any number of them in little memory. A few are kept individually,
/// with exact percentiles.
struct DurationSketch: Hashable, Sendable {
    /// Maximum kept individually, eight bytes each.
    static let mostExact = 256
    /// Maximum relative error of a percentile beyond that. The actual error is half of it: see `classBits`.
    static let error = 0.01
    /// Number of classes per power of two, as a power of two. The middle of a class stands for all its
    /// values, which are at most one 256th away.
    private static let classBits = 7

    private(set) var count = 0
    /// Nanoseconds, as everywhere here; nil if empty.
    private(set) var least: Int64?
    private(set) var most: Int64?
    /// Clamped on overflow.
    private(set) var sum: Int64 = 0
    private var kept: [Int64] = []
    /// Counts by class index, at most about seven thousand; empty while all are kept individually.
    private var classes: [Int: Int] = [:]

    var isExact: Bool { count <= Self.mostExact }

    mutating func add(_ duration: Int64) {
        count += 1
        least = min(least ?? duration, duration)
        most = max(most ?? duration, duration)
        let (sum, isTooMuch) = sum.addingReportingOverflow(duration)
        self.sum = isTooMuch ? (duration < 0 ? .min : .max) : sum
        if isExact { return kept.append(duration) }
        for duration in kept { classes[Self.place(of: duration), default: 0] += 1 }
        kept = []
        classes[Self.place(of: duration), default: 0] += 1
    }

    /// The smallest duration that at least `percent` percent do not exceed; nil if empty.
    func percentile(_ percent: Int) -> Int64? {
        guard let least, let most else { return nil }
        if isExact { return NearestRank.value(Double(percent), of: kept.sorted()) }
        let rank = NearestRank.rank(Double(percent), of: count)
        if rank == 1 { return least }
        if rank == count { return most }
        var left = rank
        for (place, count) in classes.sorted(by: { $0.key < $1.key }) {
            left -= count
            if left <= 0 { return max(least, min(most, Self.middle(of: place))) }
        }
        return most
    }

    /// Small values have a class each; for larger ones the highest bit and those after it choose the class.
    private static func place(of duration: Int64) -> Int {
        // Negative if the clock was set back.
        let value = Int(max(0, duration))
        let shift = max(0, Int.bitWidth - 1 - value.leadingZeroBitCount - classBits)
        return shift << classBits + value >> shift
    }

    private static func middle(of place: Int) -> Int64 {
        let shift = max(0, place >> classBits - 1)
        let low = (place - shift << classBits) << shift
        return Int64(low + (1 << shift - 1) / 2)
    }
}
