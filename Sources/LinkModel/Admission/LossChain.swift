/// A random loss process, independent for each flow.
protocol LossChain: Sendable {
    /// True if the packet is lost. Called for every packet of a flow in order, even for one that is lost for
    /// another reason, so the answer depends only on the seed and the packet.
    mutating func loses(_ packet: PacketIdentity) -> Bool

    /// Continues from its state with the parameters of `loss`; false if `loss` is another kind of chain.
    mutating func change(to loss: PacketLoss) -> Bool
}

extension PacketLoss {
    /// nil if nothing is lost.
    func chain(seed: UInt64) -> (any LossChain)? {
        switch self {
        case .random(let share): share.ratio > 0 ? RandomLoss(share, seed: seed) : nil
        case .gilbertElliott(let chain): GilbertElliottLoss(chain, seed: seed)
        case .fourState(let chain): FourStateLossChain(chain, seed: seed)
        }
    }
}
