/// A picture and where it came from.
public struct Picture: Sendable {
    /// The pixels to show.
    public var bitmap: Bitmap
    /// Source of the picture, or of the image it was made from. `memory` includes pictures that were still
    /// decoded.
    public var source: ImageResponse.Source
    /// True if this load made the picture from the image, by its target or its processors: no cache had it.
    public var isMade: Bool

    /// Makes a picture from its pixels and their source.
    public init(bitmap: Bitmap, source: ImageResponse.Source, isMade: Bool = false) {
        self.bitmap = bitmap
        self.source = source
        self.isMade = isMade
    }
}
