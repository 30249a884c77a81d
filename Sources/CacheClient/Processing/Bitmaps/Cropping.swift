/// Cuts a piece out of an image.
public struct Cropping: ImageProcessor {
    /// Maximum, in pixels.
    public let width: Int
    /// Maximum, in pixels.
    public let height: Int
    /// Horizontal position of the piece: 0 is the left edge, 1 the right.
    public let x: Double
    /// Vertical position of the piece: 0 is the top edge, 1 the bottom.
    public let y: Double

    /// The default position is the middle. A side longer than the image's leaves it unchanged; a side is at
    /// least one pixel.
    public init(width: Int, height: Int, x: Double = 0.5, y: Double = 0.5) {
        self.width = max(1, width)
        self.height = max(1, height)
        self.x = min(max(x, 0), 1)
        self.y = min(max(y, 0), 1)
    }

    /// `crop`, the sides, and the position if it is not the middle.
    public var identifier: String {
        let place = x == 0.5 && y == 0.5 ? "" : "+\(x)+\(y)"
        return "crop\(width)x\(height)\(place)"
    }

    /// Returns the piece, or the image itself if it is not larger.
    public func process(_ bitmap: Bitmap) -> Bitmap {
        let (columns, rows) = (min(width, bitmap.width), min(height, bitmap.height))
        guard (columns, rows) != (bitmap.width, bitmap.height) else { return bitmap }
        let left = Int(Double(bitmap.width - columns) * x)
        let top = Int(Double(bitmap.height - rows) * y)
        /// Cuts the piece out of data with `each` bytes per pixel.
        func piece(_ bytes: [UInt8], _ each: Int) -> [UInt8] {
            (top..<top + rows).flatMap { row in
                let start = (row * bitmap.width + left) * each
                return bytes[start..<start + columns * each]
            }
        }
        return Bitmap(
            width: columns,
            height: rows,
            samples: piece(bitmap.samples, 3),
            coverage: bitmap.coverage.map { piece($0, 1) }
        ) ?? bitmap
    }
}
