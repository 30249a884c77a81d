package import Wire

/// The sizes that a scenario's images may have. `Images` can make every size in these ranges.
package struct ImageSizes: Hashable, Sendable {
    package let image: OriginFile.ImageKind
    package let isProgressive: Bool

    package init(_ image: OriginFile.ImageKind, isProgressive: Bool = false) {
        self.image = image
        self.isProgressive = isProgressive
    }

    /// Possible sizes in bytes, for any pixel size.
    package var any: ClosedRange<Int> {
        switch image {
        case .jpeg: (isProgressive ? 700 : 400)...64_000_000
        case .png: 320...64_000_000
        case .webp: 300...64_000_000
        case .gif: 900...64_000_000
        }
    }

    /// Possible sizes in bytes for these pixels. The smallest is an image of a single colour.
    package func of(_ pixels: PixelSize) -> ClosedRange<Int> {
        let columns = (pixels.width + 15) / 16
        let blocks = columns * ((pixels.height + 15) / 16)
        let pixelBytes =
            switch image {
            case .jpeg where isProgressive: blocks * 3 / 2 + blocks / 200
            case .jpeg: blocks * 4 + min(300, blocks)
            case .png: pixels.height * 7 / 2 + pixels.area / 300
            case .webp: (blocks * 7 / 10 + columns + 1) / 2 * 2
            case .gif: pixels.area / 1200 + 2 * Int(Double(pixels.area).squareRoot())
            }
        return any.lowerBound + pixelBytes...any.upperBound
    }

    /// Default size in bytes for a file that states only its pixels: about that of a photograph.
    package func usual(_ pixels: PixelSize) -> Int {
        let bytesPerPixel =
            switch image {
            case .jpeg: 0.6
            case .png: 1.8
            case .webp: 0.6
            case .gif: 0.8
            }
        let range = of(pixels)
        let bytes = min(range.upperBound, range.lowerBound + Int(Double(pixels.area) * bytesPerPixel))
        return isEven ? bytes - bytes % 2 : bytes
    }

    /// Longest side in pixels.
    package var longestSide: Int { image == .webp ? 16_383 : 20_000 }

    /// Largest area in pixels.
    package var largestArea: Int { image == .webp || isProgressive ? 40_000_000 : 100_000_000 }

    /// True if the format has only even sizes.
    package var isEven: Bool { image == .webp }
}
