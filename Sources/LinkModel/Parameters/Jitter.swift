package import Wire

/// How the delay of one packet differs from that of the next. The mean delay stays the one asked for.
package struct Jitter: Hashable, Sendable {
    package enum Distribution: String, Hashable, Sendable, CaseIterable {
        case uniform, normal, pareto, paretonormal, lognormal
    }

    package var distribution: Distribution
    /// Of a uniform jitter the furthest from the mean, of every other the standard deviation.
    package var amount: Nanoseconds
    /// The chance with which a packet meets the same as the one before it in its flow: 0 to below 1. It is also the
    /// correlation of neighbours.
    package var correlation: Double

    package init(distribution: Distribution = .uniform, amount: Nanoseconds, correlation: Double = 0) {
        self.distribution = distribution
        self.amount = amount
        self.correlation = correlation
    }
}
