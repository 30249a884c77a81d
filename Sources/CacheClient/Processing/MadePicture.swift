/// A picture on its way to those who wait for it.
struct MadePicture: Sendable {
    var bitmap: Bitmap
    /// Where its bytes came from, or those of the image that it is being made of.
    var source: ImageResponse.Source
    /// All that was said of the image; nil where nobody may keep what is made of it.
    var head: CachedHead?
    /// True where no cache had it.
    var isMade: Bool
    /// The image as it came, where the picture is nothing else and is kept elsewhere than images are.
    var image: CachedImage?
}
