/// A way of losing packets at random, in each flow by itself.
protocol LossChain: Sendable {
    /// True where the packet is lost. Asked of every packet of a flow in turn, also of those that something else takes
    /// off the line: so the answer hangs on nothing but the seed and the packet.
    mutating func loses(_ packet: PacketIdentity) -> Bool

    /// Goes on from where it is as `loss` says; false where that is a chain of another kind.
    mutating func change(to loss: PacketLoss) -> Bool
}

extension PacketLoss {
    /// nil where nothing is lost.
    func chain(seed: UInt64) -> (any LossChain)? {
        switch self {
        case .random(let share): share.ratio > 0 ? RandomLoss(share, seed: seed) : nil
        case .gilbertElliott(let chain): GilbertElliottLoss(chain, seed: seed)
        case .fourState(let chain): FourStateLossChain(chain, seed: seed)
        }
    }
}
