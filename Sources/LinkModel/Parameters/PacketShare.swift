/// A share of a flow's packets, chosen at random.
package struct PacketShare: Hashable, Sendable {
    /// 0 to 1.
    package var ratio: Double
    /// Chance that a packet is treated like the previous one in its flow, 0 to below 1. In a chain of two
    /// states it is the correlation of neighbours.
    package var correlation: Double

    package init(_ ratio: Double, correlation: Double = 0) {
        self.ratio = ratio
        self.correlation = correlation
    }
}
