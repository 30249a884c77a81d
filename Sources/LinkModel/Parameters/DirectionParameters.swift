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
    /// nil means the default: 1000 packets or two bandwidth-delay products, whichever is more.
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
    /// A line of constant rate, in bits per second (nil: unlimited), with independent losses.
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

    /// Bits per second, the mean if the rate changes; nil if unlimited.
    package var rateBps: Int64? { rate.meanBps }

    /// Share of packets lost at random in the long run, 0 to 1.
    package var lossRatio: Double { loss.ratio }

    /// Bytes carried in this time at the fastest rate; nil if unlimited.
    package func bytes(in time: Nanoseconds) -> Double? {
        rate.peakBps.map { Double($0) / 8 * Double(time) / 1e9 }
    }

    /// True if every packet that fits the queue is carried in order at constant rate and delay, which makes
    /// it predictable.
    package var isPlain: Bool {
        rate.isSteady && impairments.isEmpty
    }

    /// The impairments besides rate and delay.
    package var impairments: [Impairment] { Impairment.allCases.filter { $0.isPresent(in: self) } }
}
