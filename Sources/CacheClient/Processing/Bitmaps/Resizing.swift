internal import Images
internal import Wire

/// Makes an image larger or smaller.
public struct Resizing: ImageProcessor {
    /// How an image of another aspect ratio is fitted to the sides.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Stretches it.
        case none
        /// Keeps the aspect ratio; the image lies within the sides.
        case fit
        /// Keeps the aspect ratio; the image covers the sides.
        case fill
    }

    /// Longest side of a result, in pixels.
    public static let longestSide = 32_768

    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// How an image of another aspect ratio is fitted to the sides.
    public let mode: Mode

    /// Sides are clamped to between one pixel and `longestSide`.
    public init(width: Int, height: Int, mode: Mode = .none) {
        self.width = min(max(width, 1), Self.longestSide)
        self.height = min(max(height, 1), Self.longestSide)
        self.mode = mode
    }

    /// `resize`, the sides and the mode.
    public var identifier: String { "resize\(width)x\(height)-\(mode.rawValue)" }

    /// Returns the resized image.
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
