import Wire

/// Counter-based randomness for one response: a value is a function of the seed, the path, the request's
/// number among those for it, and its purpose. So what one file meets depends on no other.
struct ResponseDraws {
    enum Purpose: UInt64 {
        case delay = 1
        case pause
        /// Whether the response meets its fault.
        case fault
        /// Meaningless bytes.
        case garbage
        /// Positions of wrong bits.
        case corruption
        /// Boundary between the parts of a response.
        case boundary
    }

    private let key: UInt64

    init(seed: UInt64, path: String, number: Int) {
        let name = path.utf8.reduce(SplitMix.mixed(seed)) { SplitMix.mixed($0 ^ UInt64($1)) }
        key = SplitMix.mixed(name &+ UInt64(bitPattern: Int64(number)) &* SplitMix.step)
    }

    func bits(_ purpose: Purpose, _ index: Int = 0) -> UInt64 {
        let place = purpose.rawValue << 48 ^ UInt64(bitPattern: Int64(index))
        return SplitMix.mixed(SplitMix.mixed(key ^ place) ^ key)
    }

    /// Uniform in [0, 1).
    func fraction(_ purpose: Purpose, _ index: Int = 0) -> Double {
        Double(bits(purpose, index) >> 11) * 0x1p-53
    }

    /// Uniform in 0 ..< count.
    func index(_ purpose: Purpose, _ index: Int = 0, below count: Int) -> Int {
        Int(bits(purpose, index).multipliedFullWidth(by: UInt64(max(1, count))).high)
    }

    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: bits(.garbage, $0)) }
    }
}
