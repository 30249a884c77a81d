/// When a combination has been repeated often enough: when its median is known.
package struct StopRule: Hashable, Sendable {
    /// Chance that the median lies outside of the interval that counts as known.
    private static let doubt = 0.05

    /// Half of the interval, as a share of the median.
    package var share: Double
    /// Repetitions of every combination, at least and at most.
    package var repetitions: ClosedRange<Int>

    package init(share: Double, repetitions: ClosedRange<Int>) {
        self.share = share
        self.repetitions = repetitions
    }

    /// True if the median of what the figures are drawn from is known to the share. The interval is that of order
    /// statistics, which supposes nothing of their distribution; five figures or fewer have none, unless they are equal.
    package func isMet(by figures: [Double]) -> Bool {
        guard figures.count >= repetitions.lowerBound else { return false }
        guard figures.count < repetitions.upperBound else { return true }
        let sorted = figures.sorted()
        guard let first = sorted.first, let last = sorted.last, first < last else { return true }
        guard let rank = Self.rank(of: sorted.count) else { return false }
        let half = (sorted[sorted.count - 1 - rank] - sorted[rank]) / 2
        return half <= share * sorted[sorted.count / 2]
    }

    /// Place of the interval's lower end among so many sorted figures; nil if they are too few for any.
    private static func rank(of count: Int) -> Int? {
        // The number of figures below the median is binomial with one half.
        var (term, sum, rank) = (1.0, 0.0, -1)
        for _ in 0..<count { term /= 2 }
        for below in 0..<count {
            sum += term
            guard sum <= doubt / 2 else { break }
            rank = below
            term *= Double(count - below) / Double(below + 1)
        }
        return rank < 0 ? nil : rank
    }
}
