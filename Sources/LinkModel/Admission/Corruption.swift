/// Flips one bit in a share of the packets. Every bit of the IP packet has the same chance, and checksums
/// reveal the change.
struct Corruption: Sendable {
    private var choice: PacketChoice
    private let bits: CounterRandom

    init(_ share: PacketShare, seed: UInt64) {
        choice = PacketChoice(share, .corruption, seed: seed)
        bits = CounterRandom(seed: seed, purpose: .wrongBit)
    }

    /// Index of the wrong bit in the packet; nil if none is wrong.
    mutating func wrongBit(in packet: LinkPacket) -> UInt32? {
        guard choice.chooses(packet.identity), packet.bytes > 0 else { return nil }
        return UInt32(truncatingIfNeeded: bits.index(packet.identity, below: UInt64(packet.bytes) * 8))
    }

    mutating func change(to share: PacketShare) {
        choice.change(to: share)
    }
}
