import Fixtures
import Wire

/// Everything that determines a fixture, folded into 64 bits, and the randomness derived from it.
struct FixtureIdentity: Sendable {
    let value: UInt64

    init(_ shape: FixtureShape, seed: UInt64, name: String, version: Int) {
        let form = shape.isProgressive ? "progressive \(shape.kind.rawValue)" : shape.kind.rawValue
        var folded = SplitMix.mixed(seed)
        for byte in "\(form) \(shape.bytes) \(shape.pixels) \(version) \(name)".utf8 {
            folded = SplitMix.mixed(folded ^ UInt64(byte))
        }
        value = folded
    }

    /// The n-th draw, which is the same on every machine and in any order.
    @inline(__always)
    func bits(_ number: Int) -> UInt64 {
        SplitMix.mixed(value &+ UInt64(truncatingIfNeeded: number) &* SplitMix.step)
    }
}
