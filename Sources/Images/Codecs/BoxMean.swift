/// Rounded means of so many samples of 8 bits, by a multiplication: divisions would be most of scaling down by a little.
struct BoxMean {
    private static let precision = 40

    private let count: Int
    /// What a sum is multiplied by; nil where that would not be exact, which is from 2^16 samples on: 256 times their
    /// square has to stay below 2^40.
    private let factor: Int?

    /// `count` is at least 1.
    init(of count: Int) {
        self.count = count
        factor = count < 1 << 16 ? (1 << Self.precision) / count + 1 : nil
    }

    func of(sum: Int) -> UInt8 {
        let rounded = sum + count / 2
        guard let factor else { return UInt8(truncatingIfNeeded: rounded / count) }
        return UInt8(truncatingIfNeeded: (rounded &* factor) >> Self.precision)
    }
}
