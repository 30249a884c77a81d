/// A picture, and where it came from.
public struct Picture: Sendable {
    /// What is shown.
    public var bitmap: Bitmap
    /// Where the picture came from, or else the image that it was made of; `memory` is also where the picture was still
    /// decoded.
    public var source: ImageResponse.Source
    /// True where it was made of the image for this load, by its target or its processors: no cache had it.
    public var isMade: Bool

    /// A picture that came from there.
    public init(bitmap: Bitmap, source: ImageResponse.Source, isMade: Bool = false) {
        self.bitmap = bitmap
        self.source = source
        self.isMade = isMade
    }
}
