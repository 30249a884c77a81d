package import Wire

/// How delay varies from packet to packet. The mean delay stays the configured one.
package struct Jitter: Hashable, Sendable {
    package enum Distribution: String, Hashable, Sendable, CaseIterable {
        case uniform, normal, pareto, paretonormal, lognormal
    }

    package var distribution: Distribution
    /// The largest deviation from the mean for uniform jitter; the standard deviation for every other.
    package var amount: Nanoseconds
    /// Chance that a packet repeats the deviation of the previous packet in its flow: 0 to below 1. It is
    /// also the correlation of neighbours.
    package var correlation: Double

    package init(distribution: Distribution = .uniform, amount: Nanoseconds, correlation: Double = 0) {
        self.distribution = distribution
        self.amount = amount
        self.correlation = correlation
    }
}

extension Jitter {
    static let figures = ImpairmentFigures(
        \.jitter,
        Jitter(amount: 0),
        .parentheses,
        [
            .time(\.amount, "amount", "jitter #"), .word(\.distribution, "distribution"),
            .correlation(\.correlation),
        ]
    )
}
