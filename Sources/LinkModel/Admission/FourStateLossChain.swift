/// Losses by netem's chain of four states. Each flow's chain begins as it is in the long run, so the share holds from
/// the first packet.
struct FourStateLossChain: LossChain {
    private enum State: UInt8, Sendable {
        case received, receivedInBurst, lostInBurst, lostAlone
    }

    private var chain: FourStateLoss
    /// In the order of the states, adding up to 1.
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

extension FourStateLoss {
    /// The share of time in each of the states 1 to 4, in the long run.
    var stateShares: [Double] {
        // Balance of the states: 1 and 3 feed each other, as do 2 and 3, and 1 and 4.
        guard p13 > 0 else { return [1 / (1 + p14), 0, 0, p14 / (1 + p14)] }
        if p32 > 0, p23 == 0 { return [0, 1, 0, 0] }
        guard p31 > 0 else {
            let lost = p32 > 0 ? p23 / (p32 + p23) : 1
            return [0, 1 - lost, lost, 0]
        }
        let third = p13 / p31
        let weights = [1, p32 > 0 ? third * p32 / p23 : 0, third, p14]
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }
}
