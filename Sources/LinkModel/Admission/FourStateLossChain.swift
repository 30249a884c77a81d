/// Losses by netem's chain of four states. Each flow's chain begins in its stationary distribution, so the
/// loss share holds from the first packet.
struct FourStateLossChain: LossChain {
    private enum State: UInt8, Sendable {
        case received, receivedInBurst, lostInBurst, lostAlone
    }

    private var chain: FourStateLoss
    /// In the order of the states; they add up to 1.
    private var shares: [Double]
    private let random: CounterRandom
    private var states = FlowStates(State.received)

    init(_ chain: FourStateLoss, seed: UInt64) {
        self.chain = chain
        shares = chain.stateShares
        random = CounterRandom(seed: seed, purpose: .lossState)
    }

    mutating func loses(_ packet: PacketIdentity) -> Bool {
        let fraction = random.fraction(packet)
        let state = states.state(at: packet) {
            Self.state(at: fraction, of: shares)
        } next: { before in
            Self.state(after: before, fraction, chain)
        }
        return state == .lostInBurst || state == .lostAlone
    }

    mutating func change(to loss: PacketLoss) -> Bool {
        guard case .fourState(let chain) = loss else { return false }
        self.chain = chain
        shares = chain.stateShares
        return true
    }

    private static func state(at fraction: Double, of shares: [Double]) -> State {
        if fraction < shares[0] { return .received }
        if fraction < shares[0] + shares[1] { return .receivedInBurst }
        return fraction < shares[0] + shares[1] + shares[2] ? .lostInBurst : .lostAlone
    }

    private static func state(after before: State, _ fraction: Double, _ chain: FourStateLoss) -> State {
        switch before {
        case .received:
            if fraction < chain.p13 { return .lostInBurst }
            return fraction < chain.p13 + chain.p14 ? .lostAlone : .received
        case .receivedInBurst:
            return fraction < chain.p23 ? .lostInBurst : .receivedInBurst
        case .lostInBurst:
            if fraction < chain.p31 { return .received }
            return fraction < chain.p31 + chain.p32 ? .receivedInBurst : .lostInBurst
        case .lostAlone:
            return .received
        }
    }
}
