/// Cuts a piece out of an image.
public struct Cropping: ImageProcessor {
    /// In pixels, at most.
    public let width: Int
    /// In pixels, at most.
    public let height: Int
    /// Where the piece lies: 0 is the left edge, 1 the right one.
    public let x: Double
    /// Where the piece lies: 0 is the upper edge, 1 the lower one.
    public let y: Double

    /// The middle, unless said otherwise. Sides that are longer than the image's leave it as it is; a side is at least one
    /// pixel.
    public init(width: Int, height: Int, x: Double = 0.5, y: Double = 0.5) {
        self.width = max(1, width)
        self.height = max(1, height)
        self.x = min(max(x, 0), 1)
        self.y = min(max(y, 0), 1)
    }

    /// `crop`, the sides, and where the piece lies if that is not the middle.
    public var identifier: String {
        let place = x == 0.5 && y == 0.5 ? "" : "+\(x)+\(y)"
        return "crop\(width)x\(height)\(place)"
    }

    /// The piece, or the image itself where it is no larger.
    public func process(_ bitmap: Bitmap) -> Bitmap {
        let (columns, rows) = (min(width, bitmap.width), min(height, bitmap.height))
        guard (columns, rows) != (bitmap.width, bitmap.height) else { return bitmap }
        let left = Int(Double(bitmap.width - columns) * x)
        let top = Int(Double(bitmap.height - rows) * y)
        /// Of what has so many bytes for each pixel.
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
