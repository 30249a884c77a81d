internal import Images
internal import Wire

/// Makes an image larger or smaller.
public struct Resizing: ImageProcessor {
    /// How an image of another shape is fitted to the sides.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// It is stretched to them.
        case none
        /// It keeps its shape and lies within them.
        case fit
        /// It keeps its shape and covers them.
        case fill
    }

    /// No image gets a longer side.
    public static let longestSide = 32_768

    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// How an image of another shape is fitted to the sides.
    public let mode: Mode

    /// Sides are from one pixel to the longest there is.
    public init(width: Int, height: Int, mode: Mode = .none) {
        self.width = min(max(width, 1), Self.longestSide)
        self.height = min(max(height, 1), Self.longestSide)
        self.mode = mode
    }

    /// `resize`, the sides and the mode.
    public var identifier: String { "resize\(width)x\(height)-\(mode.rawValue)" }

    /// The image in its new size.
    public func process(_ bitmap: Bitmap) -> Bitmap {
        Bitmap(bitmap.pixels.scaled(to: size(of: bitmap))) ?? bitmap
    }

    private func size(of bitmap: Bitmap) -> PixelSize {
        let (wide, high) = (
            Double(width) / Double(bitmap.width), Double(height) / Double(bitmap.height)
        )
        let ratio: Double
        switch mode {
        case .none: return PixelSize(width: width, height: height)
        case .fit: ratio = min(wide, high)
        case .fill: ratio = max(wide, high)
        }
        func scaled(_ side: Int) -> Int {
            min(max(Int((Double(side) * ratio).rounded()), 1), Self.longestSide)
        }
        return PixelSize(width: scaled(bitmap.width), height: scaled(bitmap.height))
    }
}
