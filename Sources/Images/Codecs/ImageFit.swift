package import Wire

/// How large an image is to be decoded. It keeps its shape, and none is made larger than it is.
package enum ImageFit: Hashable, Sendable {
    /// Every pixel.
    case whole
    /// Its longest side at most so long.
    case longestSide(Int)
    /// As large as fits into these sides.
    case inside(PixelSize)
    /// As small as still covers them.
    case covering(PixelSize)

    /// What an image of `size` is scaled to.
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

    /// The one of both sides' ratios that comes first.
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
