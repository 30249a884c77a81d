import Wire

/// Random phases in which a sender starts to probe for more. The kernel draws them; here they follow from the
/// plan's seed.
struct DrawnPhase {
    private let seed: UInt64
    private var count: UInt64 = 0

    init(seed: UInt64, flow: UInt32) {
        self.seed = SplitMix.mixed(seed) ^ UInt64(flow)
    }

    mutating func next(below bound: Int) -> Int {
        count += 1
        return Int(SplitMix.mixed(seed &+ count &* SplitMix.step) % UInt64(bound))
    }
}
