import Wire

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        defer { state &+= SplitMix.step }
        return SplitMix.mixed(state)
    }
}
