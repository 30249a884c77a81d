/// Loses each packet with the same chance, independently or correlated with the previous packet.
package struct RandomLoss: LossChain {
    private var choice: PacketChoice

    package init(_ share: PacketShare, seed: UInt64) {
        choice = PacketChoice(share, .loss, seed: seed)
    }

    package init(ratio: Double, seed: UInt64) {
        self.init(PacketShare(ratio), seed: seed)
    }

    package mutating func loses(_ packet: PacketIdentity) -> Bool {
        choice.chooses(packet)
    }

    mutating func change(to loss: PacketLoss) -> Bool {
        guard case .random(let share) = loss else { return false }
        choice.change(to: share)
        return true
    }
}
