/// By how much the second of two samples is larger (Hodges and Lehmann): the median of all differences between a value
/// of the one and a value of the other, with its interval.
package struct ShiftEstimate: Hashable, Sendable {
    /// Larger samples would have too many differences; their medians are compared instead.
    private static let mostPairs = 250_000
    /// Larger samples take the interval from the normal distribution.
    private static let mostExact = 50
    /// Of the normal distribution, for 95 %.
    private static let quantile = 1.959963984540054

    package let median: Double
    /// Holds the true difference in 95 of 100 cases; nil if there are too few values to say so, or too many.
    package let interval: ClosedRange<Double>?

    /// Both samples have values.
    package init(from first: [Int64], to second: [Int64]) {
        guard first.count * second.count <= Self.mostPairs else {
            median =
                Self.median(second.map(Double.init).sorted()) - Self.median(first.map(Double.init).sorted())
            interval = nil
            return
        }
        var differences: [Double] = []
        differences.reserveCapacity(first.count * second.count)
        for one in first { for other in second { differences.append(Double(other) - Double(one)) } }
        differences.sort()
        median = Self.median(differences)
        let outside = Self.outside(first.count, second.count)
        interval =
            outside > 0 ? differences[outside - 1]...differences[differences.count - outside] : nil
    }

    /// The middle of sorted values, or the mean of both in the middle; 0 without any.
    package static func median(_ sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The place, from 1, of the interval's lower end among the sorted differences; 0 if there is none.
    static func outside(_ first: Int, _ second: Int) -> Int {
        guard first > 0, second > 0 else { return 0 }
        guard first + second <= mostExact else {
            let (one, other) = (Double(first), Double(second))
            let width = quantile * (one * other * (one + other + 1) / 12).squareRoot()
            return max(0, Int((one * other / 2 - width).rounded(.down)))
        }
        // Without equal values, the doubled sum of ranks is least with the smallest ones, and grows by two.
        let choices = RankSums((0..<Int64(first + second)).map { $0 }).choices(of: first)
        let all = choices.reduce(0, +)
        var (sum, place, below) = (first * (first + 1), 0, 0.0)
        while sum < choices.count {
            below += choices[sum]
            if below / all > 0.025 { return place }
            place += 1
            sum += 2
        }
        return place
    }
}
