/// Transparent pixels, stored as they look on white. Colours mixed with white add up like light, so adding
/// and averaging are right whatever their coverage.
enum Coverage {
    static let whole: UInt8 = 255

    /// The sample as it looks on white.
    @inline(__always)
    static func laid(_ sample: UInt8, _ coverage: UInt8) -> UInt8 {
        let (sample, share) = (Int(sample), Int(coverage))
        return UInt8((sample * share + 255 * (255 - share) + 127) / 255)
    }

    /// The reverse, within the precision of eight bits. A pixel without coverage has no colour and becomes
    /// black.
    static func lifted(_ sample: UInt8, _ coverage: UInt8) -> UInt8 {
        guard coverage > 0 else { return 0 }
        let share = Int(coverage)
        return UInt8(clamping: ((Int(sample) - 255 + share) * 255 + share / 2) / share)
    }

    /// Divides interleaved red, green, blue and coverage into a row of the image on white and a row of
    /// coverage.
    static func divide(
        _ mixed: UnsafePointer<UInt8>,
        _ count: Int,
        _ samples: UnsafeMutablePointer<UInt8>,
        _ coverage: UnsafeMutablePointer<UInt8>
    ) {
        for pixel in 0..<count {
            let share = mixed[pixel * 4 + 3]
            coverage[pixel] = share
            for channel in 0..<3 {
                samples[pixel * 3 + channel] = laid(mixed[pixel * 4 + channel], share)
            }
        }
    }
}
