import Wire

/// Seeded random numbers.
struct Draws {
    private var count: UInt64

    init(seed: UInt64) {
        count = seed << 32
    }

    mutating func next() -> UInt64 {
        count += 1
        return SplitMix.mixed(count)
    }
}
