/// A token bucket before the queue that drops the excess.
package struct Policer: Hashable, Sendable {
    /// Token rate in bits per second.
    package var rateBps: Int64
    /// Capacity of the bucket, in bytes.
    package var burst: Int

    package init(rateBps: Int64, burst: Int) {
        self.rateBps = rateBps
        self.burst = burst
    }
}

extension Policer {
    static let figures = ImpairmentFigures(
        \.policer,
        Policer(rateBps: 0, burst: 0),
        .sentence,
        [
            .rate(\.rateBps, "rate", "policed to #"),
            .bytes(\.burst, "burst", "with bursts of #"),
        ]
    )
}
