/// Transparent pixels, which everybody here has as they look on white: colours mixed with white add up as light does, and
/// what is made of them by adding and sharing is right, whatever they cover.
enum Coverage {
    static let whole: UInt8 = 255

    /// What a sample looks like on white.
    @inline(__always)
    static func laid(_ sample: UInt8, _ coverage: UInt8) -> UInt8 {
        let (sample, share) = (Int(sample), Int(coverage))
        return UInt8((sample * share + 255 * (255 - share) + 127) / 255)
    }

    /// The way back, as far as eight bits remember; of what covers nothing there is no colour, and it is black.
    static func lifted(_ sample: UInt8, _ coverage: UInt8) -> UInt8 {
        guard coverage > 0 else { return 0 }
        let share = Int(coverage)
        return UInt8(clamping: ((Int(sample) - 255 + share) * 255 + share / 2) / share)
    }

    /// Red, green, blue and coverage in turns, as one row of the image on white and one of coverage.
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
