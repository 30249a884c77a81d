package import Wire

/// What one direction of a line does to the packets on it.
package struct DirectionParameters: Hashable, Sendable {
    package var rate: LineRate
    package var oneWayDelay: Nanoseconds
    package var jitter: Jitter?
    package var loss: PacketLoss = .none
    package var duplication = PacketShare(0)
    package var corruption = PacketShare(0)
    package var reordering: Reordering?
    package var outages: Outages?
    package var policer: Policer?
    /// nil takes the default: 1000 packets, or two bandwidth-delay products where that is more.
    package var queue: QueueLimit?
    package var discipline: QueueDiscipline = .dropTail

    package init(
        rate: LineRate,
        oneWayDelay: Nanoseconds = 0,
        loss: PacketLoss = .none,
        queue: QueueLimit? = nil
    ) {
        self.rate = rate
        self.oneWayDelay = oneWayDelay
        self.loss = loss
        self.queue = queue
    }
}

extension DirectionParameters {
    /// A line of constant rate, in bits per second (nil: unlimited), that loses each packet with the same chance.
    package init(
        rateBps: Int64? = nil,
        oneWayDelay: Nanoseconds = 0,
        lossRatio: Double = 0,
        queue: QueueLimit? = nil
    ) {
        self.init(
            rate: rateBps.map { .constant($0) } ?? .unlimited,
            oneWayDelay: oneWayDelay,
            loss: .random(PacketShare(lossRatio)),
            queue: queue
        )
    }

    /// Bits per second, of a changing rate its mean; nil where there is no limit.
    package var rateBps: Int64? { rate.meanBps }

    /// The share of packets lost at random in the long run, 0 to 1.
    package var lossRatio: Double { loss.ratio }

    /// How many bytes it carries in so long at its fastest; nil without a rate.
    package func bytes(in time: Nanoseconds) -> Double? {
        rate.peakBps.map { Double($0) / 8 * Double(time) / 1e9 }
    }

    /// True where every packet is carried, in order, at a constant rate and delay, as long as the queue has room: what
    /// can be foretold.
    package var isPlain: Bool {
        rate.isSteady && impairments.isEmpty
    }

    /// What else it does to packets than to pace and delay them.
    package var impairments: [Impairment] { Impairment.allCases.filter { $0.isPresent(in: self) } }
}
