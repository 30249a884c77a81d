import Wire

/// Numbers drawn by a seed.
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
