/// How figures stand to a peer's that were taken in turn with them: what else the machine did meanwhile is in both of a pair.
package struct PairedRatio: Hashable, Sendable {
    package let pairs: Int
    /// The middle one of the pairs' ratios.
    package let median: Double
    /// The middle half of them lies in it.
    package let spread: ClosedRange<Double>

    /// nil where there are no pairs.
    package init?(_ figures: [Double], to others: [Double]) {
        let ratios = zip(figures, others).map { $0 / $1 }.sorted()
        guard !ratios.isEmpty, !ratios.contains(where: \.isNaN) else { return nil }
        pairs = ratios.count
        let (middle, quarter) = (pairs / 2, (pairs - 1) / 4)
        median = pairs % 2 == 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2
        spread = ratios[quarter]...ratios[pairs - 1 - quarter]
    }
}
