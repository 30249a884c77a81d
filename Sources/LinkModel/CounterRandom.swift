import Wire

/// Counter-based randomness: a value is a function of the seed, the purpose, and the packet's identity.
///
/// Draws share no state: the n-th packet of a flow meets the same fate whatever else is on the line, and
/// adding a request leaves the fates of the others unchanged.
package struct CounterRandom: Hashable, Sendable {
    /// Purpose of a draw, so that two impairments never share one. Never reuse a number: it would change the
    /// fates that a seed gives.
    package enum Purpose: UInt64, Sendable {
        case loss = 1
        /// The next state of a loss chain.
        case lossState
        case corruption
        case wrongBit
        case duplication
        case reordering
        case jitter
        /// The second term of a jitter that is the sum of two draws.
        case jitterTail
        /// Whether a packet repeats the previous packet's jitter.
        case jitterRepeated
        /// Whether a queue drops a packet to signal congestion.
        case congestion
        /// The length of the n-th time up, and of the n-th time down.
        case uptime, downtime
    }

    private let key: UInt64

    package init(seed: UInt64, purpose: Purpose) {
        key = SplitMix.mixed(SplitMix.mixed(seed) &+ purpose.rawValue &* SplitMix.step)
    }

    package func bits(_ packet: PacketIdentity) -> UInt64 {
        let place = UInt64(packet.flow) << 32 | UInt64(packet.number)
        let direction: UInt64 = packet.direction == .down ? 0x5851_F42D_4C95_7F2D : 0
        return SplitMix.mixed(SplitMix.mixed(key ^ direction &+ place) ^ key)
    }

    /// Uniform in [0, 1), from the upper 53 bits, so that the sequence never depends on the standard library.
    package func fraction(_ packet: PacketIdentity) -> Double {
        Double(bits(packet) >> 11) * 0x1p-53
    }

    /// Uniform in 0 ..< count.
    package func index(_ packet: PacketIdentity, below count: UInt64) -> UInt64 {
        bits(packet).multipliedFullWidth(by: count).high
    }
}
