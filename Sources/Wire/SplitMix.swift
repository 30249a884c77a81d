/// Randomness that is the same on every machine for ever: the finaliser of SplitMix64.
public enum SplitMix {
    /// The odd increment of its state; multiples of it are far apart.
    @inlinable
    public static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// Mixes the value so that every input bit affects every output bit.
    @inlinable
    @inline(__always)
    public static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value &+ step
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
