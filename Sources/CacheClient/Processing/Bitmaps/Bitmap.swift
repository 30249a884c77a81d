/// A decoded image: rows of red, green and blue, eight bits each.
public struct Bitmap: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// `width * height * 3` bytes, rows from the top.
    public let samples: [UInt8]

    /// nil where there are not exactly as many samples as the sides say.
    public init?(width: Int, height: Int, samples: [UInt8]) {
        guard width > 0, height > 0, samples.count.isMultiple(of: 3), samples.count / 3 / width == height,
            samples.count / 3 % width == 0
        else { return nil }
        self.width = width
        self.height = height
        self.samples = samples
    }
}
