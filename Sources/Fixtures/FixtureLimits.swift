package import Wire

/// Limits of the fixtures of one kind.
package struct FixtureLimits: Hashable, Sendable {
    package let kind: ImageKind
    package let isProgressive: Bool

    package init(_ kind: ImageKind, isProgressive: Bool = false) {
        self.kind = kind
        self.isProgressive = isProgressive
    }

    /// Size of the largest fixture in bytes.
    package static let largest = 64_000_000

    /// Size of the smallest fixture of any pixels, in bytes.
    package var smallest: Int {
        switch kind {
        case .jpeg: isProgressive ? 700 : 400
        case .png: 320
        case .webp: 300
        case .gif: 900
        }
    }

    /// Size of the smallest fixture of these pixels, in bytes: that of a single colour.
    package func smallest(_ pixels: PixelSize) -> Int {
        // JPEG and WebP compress whole blocks of 16 by 16 pixels.
        let columns = (pixels.width + 15) / 16
        let blocks = columns * ((pixels.height + 15) / 16)
        let bytes =
            switch kind {
            case .jpeg where isProgressive: smallest + blocks * 3 / 2 + blocks / 200
            // Large ones use the standard tables.
            case .jpeg: smallest + blocks * 4 + min(300, blocks)
            case .png: smallest + pixels.height * 7 / 2 + pixels.area / 300
            case .webp: smallest + blocks * 7 / 10 + columns
            case .gif: smallest + pixels.area / 1200 + 2 * Int(Double(pixels.area).squareRoot())
            }
        return isEven ? bytes + bytes % 2 : bytes
    }

    /// Possible sizes in bytes, whatever the pixels.
    package var sizes: ClosedRange<Int> { smallest...Self.largest }

    /// Possible sizes in bytes for these pixels.
    package func sizes(_ pixels: PixelSize) -> ClosedRange<Int> { smallest(pixels)...Self.largest }

    /// True if the format has only even sizes: a WebP consists of chunks of even size.
    package var isEven: Bool { kind == .webp }

    /// Default bytes of a fixture of these pixels: about as many as a photograph.
    package func usual(_ pixels: PixelSize) -> Int {
        let bytes = min(Self.largest, smallest(pixels) + Int(Double(pixels.area) * bytesPerPixel))
        return isEven ? bytes - bytes % 2 : bytes
    }

    /// Default pixels of a fixture of this many bytes: four by three, if there is room.
    package func usual(bytes: Int) -> PixelSize {
        let pixels = Double(max(0, bytes - smallest)) / bytesPerPixel
        // More pixels would make fixtures slow. Larger fixtures have rougher pixels, and then padding.
        let area = min(6_000_000, max(64, Int(pixels)))
        let width = max(8, Int((Double(area) * 4 / 3).squareRoot()))
        return PixelSize(width: width, height: max(8, area / width))
    }

    private var bytesPerPixel: Double {
        switch kind {
        case .jpeg: 0.6
        case .png: 1.8
        case .webp: 0.6
        case .gif: 0.8
        }
    }

    /// Longest side in pixels.
    package var longestSide: Int {
        // Limit of the format's bits.
        kind == .webp ? 16_383 : 20_000
    }

    /// Largest area in pixels. WebP and progressive JPEG are slow, and need the whole picture in memory with
    /// up to six bytes per pixel.
    package var largestArea: Int {
        kind == .webp || isProgressive ? 40_000_000 : 100_000_000
    }
}
