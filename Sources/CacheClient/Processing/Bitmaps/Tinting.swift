/// Mixes one colour into an image.
public struct Tinting: ImageProcessor {
    /// From 0 to 255.
    public let red: UInt8
    /// From 0 to 255.
    public let green: UInt8
    /// From 0 to 255.
    public let blue: UInt8
    /// The colour's share of the result: 0 leaves the image unchanged, 1 leaves only the colour.
    public let share: Double

    /// The default share is one half.
    public init(red: UInt8, green: UInt8, blue: UInt8, share: Double = 0.5) {
        self.red = red
        self.green = green
        self.blue = blue
        self.share = min(max(share, 0), 1)
    }

    /// `tint`, the colour and its share.
    public var identifier: String { "tint\(red)-\(green)-\(blue)-\(share)" }

    /// Returns the tinted image.
    public func process(_ bitmap: Bitmap) -> Bitmap {
        if let coverage = bitmap.coverage { return process(bitmap, coverage) }
        let tables = [red, green, blue].map { colour in
            (0...255).map { UInt8((Double($0) * (1 - share) + Double(colour) * share).rounded()) }
        }
        return bitmap.mapped { channel, sample in tables[channel][Int(sample)] }
    }

    /// Where the image covers little, the colour covers as little.
    private func process(_ bitmap: Bitmap, _ coverage: [UInt8]) -> Bitmap {
        var samples = bitmap.samples
        for (pixel, covered) in coverage.enumerated() {
            for (channel, colour) in [red, green, blue].enumerated() {
                let onWhite = 255 + (Double(colour) - 255) * Double(covered) / 255
                let place = pixel * 3 + channel
                samples[place] = UInt8((Double(samples[place]) * (1 - share) + onWhite * share).rounded())
            }
        }
        return Bitmap(width: bitmap.width, height: bitmap.height, samples: samples, coverage: coverage)
            ?? bitmap
    }
}
