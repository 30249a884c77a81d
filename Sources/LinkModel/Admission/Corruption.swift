/// Turns one bit of a share of the packets, any of the IP packet's with the same chance, so that checksums reveal it.
struct Corruption: Sendable {
    private var choice: PacketChoice
    private let bits: CounterRandom

    init(_ share: PacketShare, seed: UInt64) {
        choice = PacketChoice(share, .corruption, seed: seed)
        bits = CounterRandom(seed: seed, purpose: .wrongBit)
    }

    /// Which bit of the packet is wrong; nil where none is.
    mutating func wrongBit(in packet: LinkPacket) -> UInt32? {
        guard choice.chooses(packet.identity), packet.bytes > 0 else { return nil }
        return UInt32(truncatingIfNeeded: bits.index(packet.identity, below: UInt64(packet.bytes) * 8))
    }

    mutating func change(to share: PacketShare) {
        choice.change(to: share)
    }
}
