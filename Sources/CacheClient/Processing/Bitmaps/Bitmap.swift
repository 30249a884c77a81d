internal import Images

/// A decoded image: rows of red, green and blue, eight bits each.
public struct Bitmap: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// `width * height * 3` bytes, rows from the top, blended with white.
    public let samples: [UInt8]
    /// Opacity of each pixel, up to 255; nil if all pixels are opaque.
    public let coverage: [UInt8]?

    /// nil if the number of samples or coverage values does not match the sides.
    public init?(width: Int, height: Int, samples: [UInt8], coverage: [UInt8]? = nil) {
        guard width > 0, height > 0, samples.count.isMultiple(of: 3), samples.count / 3 / width == height,
            samples.count / 3 % width == 0, coverage.map({ $0.count == samples.count / 3 }) ?? true
        else { return nil }
        self.width = width
        self.height = height
        self.samples = samples
        self.coverage = coverage
    }
}

// MARK: Pixels

extension Bitmap {
    /// nil if there are no pixels.
    init?(_ image: PixelBuffer) {
        self.init(width: image.width, height: image.height, samples: image.samples, coverage: image.coverage)
    }

    /// Memory used by its pixels.
    var bytes: Int { samples.count + (coverage?.count ?? 0) }

    var pixels: PixelBuffer {
        PixelBuffer(width: width, height: height, samples: samples, coverage: coverage)
    }

    /// Changes each sample and keeps the coverage; `change` receives the channel, 0 to 2.
    func mapped(_ change: (_ channel: Int, _ sample: UInt8) -> UInt8) -> Bitmap {
        var samples = samples
        samples.withUnsafeMutableBufferPointer { samples in
            for pixel in stride(from: 0, to: samples.count, by: 3) {
                for channel in 0..<3 { samples[pixel + channel] = change(channel, samples[pixel + channel]) }
            }
        }
        return Bitmap(width: width, height: height, samples: samples, coverage: coverage) ?? self
    }
}
