/// Chooses a share of each flow's packets.
///
/// With a correlation, a packet is treated like the previous one with that chance, and otherwise drawn
/// afresh. This is a chain of two states: the share stays exact, and the correlation of neighbours is exactly
/// that chance.
struct PacketChoice: Sendable {
    private var share: PacketShare
    private let random: CounterRandom
    private var chosen = FlowStates(false)

    init(_ share: PacketShare, _ purpose: CounterRandom.Purpose, seed: UInt64) {
        self.share = share
        random = CounterRandom(seed: seed, purpose: purpose)
    }

    mutating func chooses(_ packet: PacketIdentity) -> Bool {
        guard share.ratio > 0 else { return false }
        let fraction = random.fraction(packet)
        let (ratio, correlation) = (share.ratio, share.correlation)
        guard correlation > 0 else { return fraction < ratio }
        // One draw answers both questions: above the correlation it is again uniform.
        return chosen.state(at: packet) {
            fraction < ratio
        } next: { before in
            fraction < correlation ? before : fraction - correlation < ratio * (1 - correlation)
        }
    }

    /// Sets the share from the next packet on; the chains keep their states.
    mutating func change(to share: PacketShare) {
        self.share = share
    }
}
