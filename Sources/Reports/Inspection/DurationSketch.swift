import Analysis

/// Durations counted in classes: percentiles of any number of them, in little memory. Few are kept as they are, and their
/// percentiles are exact.
struct DurationSketch: Hashable, Sendable {
    /// So many are kept one by one, eight bytes each.
    static let mostExact = 256
    /// By what share a percentile of more may be off. It is half that: see `classBits`.
    static let error = 0.01
    /// Each power of two is cut into so many classes, as a power of two. The middle of a class stands for all in it, which
    /// are at most one 256th away.
    private static let classBits = 7

    private(set) var count = 0
    /// In nanoseconds, as all here; nil of nothing.
    private(set) var least: Int64?
    private(set) var most: Int64?
    /// As large as a number can be where it would be larger.
    private(set) var sum: Int64 = 0
    private var kept: [Int64] = []
    /// By the class's place, at most some seven thousand; empty as long as all are kept.
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

    /// The smallest duration that at least so many percent do not exceed; nil of nothing.
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

    /// Below twice the number of classes a class holds one value; above, the highest bit and those behind it choose the class.
    private static func place(of duration: Int64) -> Int {
        // A clock that was set back makes it negative.
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
