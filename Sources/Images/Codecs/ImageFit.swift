package import Wire

/// The size to decode an image to. It keeps its aspect ratio and is never enlarged.
package enum ImageFit: Hashable, Sendable {
    /// Every pixel.
    case whole
    /// At most this long on the longest side.
    case longestSide(Int)
    /// The largest size that fits inside.
    case inside(PixelSize)
    /// The smallest size that still covers.
    case covering(PixelSize)

    /// The size that an image of `size` is scaled to.
    package func size(of size: PixelSize) -> PixelSize {
        guard size.width > 0, size.height > 0 else { return size }
        switch self {
        case .whole: return size
        case .longestSide(let side): return Self.scaled(size, by: (side, size.longestSide))
        case .inside(let box): return Self.scaled(size, by: Self.ratios(box, size, isLess: <))
        case .covering(let box): return Self.scaled(size, by: Self.ratios(box, size, isLess: >))
        }
    }

    private typealias Ratio = (of: Int, to: Int)

    /// The ratio of the two sides that is less by `isLess`.
    private static func ratios(_ box: PixelSize, _ size: PixelSize, isLess: (Int, Int) -> Bool) -> Ratio {
        let (wide, high) = (max(1, box.width), max(1, box.height))
        let isWide = isLess(wide.multipliedClamped(by: size.height), high.multipliedClamped(by: size.width))
        return isWide ? (wide, size.width) : (high, size.height)
    }

    private static func scaled(_ size: PixelSize, by ratio: Ratio) -> PixelSize {
        let (part, whole) = (max(1, ratio.of), ratio.to)
        guard part < whole else { return size }
        func scaled(_ side: Int) -> Int { max(1, (side * part + whole / 2) / whole) }
        return PixelSize(width: scaled(size.width), height: scaled(size.height))
    }
}

extension Int {
    fileprivate func multipliedClamped(by other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
