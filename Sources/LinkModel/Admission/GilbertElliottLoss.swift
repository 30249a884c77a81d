/// Gilbert-Elliott losses. Each flow's chain begins in its stationary distribution, so the loss share holds
/// from the first packet.
struct GilbertElliottLoss: LossChain {
    private var chain: GilbertElliott
    private let loss: CounterRandom
    private let state: CounterRandom
    private var isBad = FlowStates(false)

    init(_ chain: GilbertElliott, seed: UInt64) {
        self.chain = chain
        loss = CounterRandom(seed: seed, purpose: .loss)
        state = CounterRandom(seed: seed, purpose: .lossState)
    }

    mutating func loses(_ packet: PacketIdentity) -> Bool {
        let fraction = state.fraction(packet)
        let bad = isBad.state(at: packet) {
            fraction < chain.badShare
        } next: { wasBad in
            wasBad ? fraction >= chain.toGood : fraction < chain.toBad
        }
        return loss.fraction(packet) < (bad ? chain.lossInBad : chain.lossInGood)
    }

    mutating func change(to loss: PacketLoss) -> Bool {
        guard case .gilbertElliott(let chain) = loss else { return false }
        self.chain = chain
        return true
    }
}
