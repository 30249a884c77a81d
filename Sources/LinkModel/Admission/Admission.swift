import Wire

/// What happens to a packet before the queue, in this order: outage, loss, corruption, duplication, policer.
///
/// Every random stage draws for every packet, even for one that is already lost. The n-th packet of a flow
/// therefore meets the same fate with and without an outage.
struct Admission: Sendable {
    struct Verdict: Sendable {
        /// nil if the packet continues to the policer.
        var fate: LinkFate?
        /// nil if no bit is wrong.
        var wrongBit: UInt32?
        var isDoubled: Bool
    }

    private let direction: LinkDirection
    private let seed: UInt64
    /// The outages that lose packets.
    private var outages: OutageCursor?
    private var loss: (any LossChain)?
    private var corruption: Corruption
    private var duplication: Duplication
    private var bucket: TokenBucket?

    init(_ parameters: DirectionParameters, _ direction: LinkDirection, seed: UInt64, epoch: Instant) {
        self.direction = direction
        self.seed = seed
        outages = parameters.outages?.cursor(.lost, direction, seed: seed, epoch: epoch, change: 0)
        loss = parameters.loss.chain(seed: seed)
        corruption = Corruption(parameters.corruption, seed: seed)
        duplication = Duplication(parameters.duplication, seed: seed)
        bucket = parameters.policer.map { TokenBucket($0, at: epoch) }
    }

    mutating func judge(_ packet: LinkPacket, at arrival: Instant) -> Verdict {
        var fate: LinkFate?
        if loss?.loses(packet.identity) == true { fate = .lost }
        if outages?.covers(arrival) == true { fate = .outage }
        return Verdict(
            fate: fate,
            wrongBit: corruption.wrongBit(in: packet),
            isDoubled: duplication.doubles(packet.identity)
        )
    }

    /// Called for packets that are not lost, and for their copies.
    mutating func polices(_ packet: LinkPacket, at arrival: Instant) -> Bool {
        bucket?.passes(bytes: packet.bytes, at: arrival) == false
    }

    /// Random chains continue from their state; outages count from `moment`. `number` is 1 for the first
    /// change.
    mutating func change(to parameters: DirectionParameters, at moment: Instant, number: UInt32) {
        outages = parameters.outages?.cursor(.lost, direction, seed: seed, epoch: moment, change: number)
        if loss?.change(to: parameters.loss) != true { loss = parameters.loss.chain(seed: seed) }
        corruption.change(to: parameters.corruption)
        duplication.change(to: parameters.duplication)
        bucket = parameters.policer.map {
            bucket?.changed(to: $0, at: moment) ?? TokenBucket($0, at: moment)
        }
    }
}
