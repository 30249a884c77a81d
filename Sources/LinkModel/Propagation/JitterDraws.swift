import Wire

/// Deviation of each packet's delay from the mean: drawn afresh, or, with the chance `correlation`, repeated
/// from the previous packet of its flow.
struct JitterDraws: Sendable {
    private var jitter: Jitter
    private let main: CounterRandom
    private let tail: CounterRandom
    /// Decides whether a packet repeats the previous deviation.
    private let repeated: CounterRandom
    private var deviations = FlowStates<Nanoseconds>(0)

    init(_ jitter: Jitter, seed: UInt64) {
        self.jitter = jitter
        main = CounterRandom(seed: seed, purpose: .jitter)
        tail = CounterRandom(seed: seed, purpose: .jitterTail)
        repeated = CounterRandom(seed: seed, purpose: .jitterRepeated)
    }

    mutating func deviation(_ packet: PacketIdentity) -> Nanoseconds {
        guard jitter.correlation > 0 else { return draw(packet) }
        let isRepeated = repeated.fraction(packet) < jitter.correlation
        let drawn = draw(packet)
        return deviations.state(at: packet) {
            drawn
        } next: { before in
            isRepeated ? before : drawn
        }
    }

    /// Sets the jitter from the next packet on; the chains keep their states.
    mutating func change(to jitter: Jitter) {
        self.jitter = jitter
    }

    private func draw(_ packet: PacketIdentity) -> Nanoseconds {
        let fraction = main.fraction(packet)
        let deviation =
            switch jitter.distribution {
            case .uniform: JitterShape.uniform(fraction)
            case .normal: JitterShape.normal(fraction)
            case .pareto: JitterShape.pareto(fraction)
            case .paretonormal: JitterShape.paretonormal(fraction, tail.fraction(packet))
            case .lognormal: JitterShape.lognormal(fraction)
            }
        return Nanoseconds((deviation * Double(jitter.amount)).rounded())
    }
}
