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
        guard let median = ratios.median, !ratios.contains(where: \.isNaN) else { return nil }
        (pairs, self.median) = (ratios.count, median)
        let quarter = (pairs - 1) / 4
        spread = ratios[quarter]...ratios[pairs - 1 - quarter]
    }
}
