import Wire

/// The same numbers every time.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        defer { state &+= SplitMix.step }
        return SplitMix.mixed(state)
    }
}
