import Wire

/// Draws for one random line. They depend on its seed alone, in the order of the calls.
struct LineDraws {
    private let key: UInt64
    private var count: UInt64 = 0

    init(seed: UInt64) {
        key = SplitMix.mixed(seed)
    }

    /// Uniform in [0, 1), from the upper 53 bits.
    mutating func fraction() -> Double {
        count += 1
        return Double(SplitMix.mixed(key &+ count &* SplitMix.step) >> 11) * 0x1p-53
    }

    mutating func chance(_ share: Double) -> Bool { fraction() < share }

    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        min(range.upperBound, range.lowerBound + Int(fraction() * Double(range.count)))
    }

    /// Every power of ten of the range is as likely as the others.
    mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
        min(range.upperBound, range.lowerBound * Self.power(range.upperBound / range.lowerBound, fraction()))
    }

    mutating func one<Value>(of values: [Value]) -> Value { values[whole(0...values.count - 1)] }

    /// `base` to a power between 0 and 1, by square roots: the same on every machine, which a mathematical library does not
    /// promise.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        var (root, left, result) = (base, exponent, 1.0)
        for _ in 0..<40 {
            root = root.squareRoot()
            left *= 2
            if left >= 1 {
                result *= root
                left -= 1
            }
        }
        return result
    }
}
