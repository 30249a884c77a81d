package import Wire

/// What one direction of a line does to the packets on it.
package struct DirectionParameters: Hashable, Sendable {
    /// Bits of IP packets per second; nil carries everything at once.
    package var rateBps: Int64?
    package var oneWayDelay: Nanoseconds
    /// The share of packets lost at random, 0 to 1.
    package var lossRatio: Double
    /// nil takes the default: 1000 packets, or two bandwidth-delay products where that is more.
    package var queue: QueueLimit?

    package init(
        rateBps: Int64? = nil,
        oneWayDelay: Nanoseconds = 0,
        lossRatio: Double = 0,
        queue: QueueLimit? = nil
    ) {
        self.rateBps = rateBps
        self.oneWayDelay = oneWayDelay
        self.lossRatio = lossRatio
        self.queue = queue
    }

    /// How many bytes it carries in so long; nil without a rate.
    package func bytes(in time: Nanoseconds) -> Double? {
        rateBps.map { Double($0) / 8 * Double(time) / 1e9 }
    }
}
