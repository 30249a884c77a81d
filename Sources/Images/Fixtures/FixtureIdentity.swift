/// Everything that a fixture is made from, folded into 64 bits, and the randomness that follows from it.
struct FixtureIdentity: Sendable {
    let value: UInt64

    init(_ kind: ImageKind, bytes: Int, seed: UInt64, name: String, version: Int) {
        var folded = Self.mixed(seed)
        for byte in "\(kind.rawValue) \(bytes) \(version) \(name)".utf8 {
            folded = Self.mixed(folded ^ UInt64(byte))
        }
        value = folded
    }

    /// The n-th draw: the same on every machine and in any order.
    @inline(__always)
    func bits(_ number: Int) -> UInt64 {
        Self.mixed(value &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15)
    }

    /// The finaliser of SplitMix64.
    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
