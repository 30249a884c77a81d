/// Ratios of figures to a peer's, measured alternately: other load on the machine affects both of a pair.
package struct PairedRatio: Hashable, Sendable {
    package let pairs: Int
    /// Median of the pairs' ratios.
    package let median: Double
    /// The middle half of the ratios.
    package let spread: ClosedRange<Double>

    /// nil without pairs.
    package init?(_ figures: [Double], to others: [Double]) {
        let ratios = zip(figures, others).map { $0 / $1 }.sorted()
        guard let median = ratios.median, !ratios.contains(where: \.isNaN) else { return nil }
        (pairs, self.median) = (ratios.count, median)
        let quarter = (pairs - 1) / 4
        spread = ratios[quarter]...ratios[pairs - 1 - quarter]
    }
}
