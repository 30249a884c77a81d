/// How packets are lost at random, independently in each flow.
package enum PacketLoss: Hashable, Sendable {
    case random(PacketShare)
    case gilbertElliott(GilbertElliott)
    case fourState(FourStateLoss)

    package static let none = PacketLoss.random(PacketShare(0))
}

extension PacketLoss {
    /// Share of packets lost in the long run.
    package var ratio: Double {
        switch self {
        case .random(let share): share.ratio
        case .gilbertElliott(let chain): chain.lossRatio
        case .fourState(let chain): chain.lossRatio
        }
    }
}
