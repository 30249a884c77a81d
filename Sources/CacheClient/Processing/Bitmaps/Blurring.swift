/// Blurs an image by three box filters in a row: close to a Gaussian filter, at the same cost for every
/// radius.
public struct Blurring: ImageProcessor {
    private static let passes = 3

    /// In pixels.
    public let radius: Int

    /// A radius of 0 leaves the image as it is.
    public init(radius: Int) {
        self.radius = min(max(radius, 0), 1000)
    }

    /// `blur` and the radius.
    public var identifier: String { "blur\(radius)" }

    /// Returns the blurred image.
    public func process(_ bitmap: Bitmap) -> Bitmap {
        guard radius > 0 else { return bitmap }
        return Bitmap(
            width: bitmap.width,
            height: bitmap.height,
            samples: blurred(bitmap.samples, 3, bitmap),
            coverage: bitmap.coverage.map { blurred($0, 1, bitmap) }
        ) ?? bitmap
    }

    /// Blurs the bytes of `bitmap`, which has `each` bytes per pixel.
    private func blurred(_ bytes: [UInt8], _ each: Int, _ bitmap: Bitmap) -> [UInt8] {
        var bytes = bytes
        let (width, height) = (bitmap.width, bitmap.height)
        for _ in 0..<Self.passes {
            for row in 0..<height {
                for channel in 0..<each {
                    mean(&bytes, from: row * width * each + channel, step: each, count: width)
                }
            }
            for column in 0..<width * each { mean(&bytes, from: column, step: width * each, count: height) }
        }
        return bytes
    }

    /// Replaces each sample by the mean of those within the radius; edge samples repeat outside the image.
    private func mean(_ samples: inout [UInt8], from start: Int, step: Int, count: Int) {
        let line = (0..<count).map { Int(samples[start + $0 * step]) }
        let (span, last) = (2 * radius + 1, count - 1)
        var sum = line[0] * (radius + 1)
        for place in 1...radius { sum += line[min(place, last)] }
        for place in 0..<count {
            samples[start + place * step] = UInt8((sum + span / 2) / span)
            sum += line[min(place + radius + 1, last)] - line[max(place - radius, 0)]
        }
    }
}
