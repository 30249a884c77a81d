/// A picture on its way to its callers.
struct MadePicture: Sendable {
    var bitmap: Bitmap
    /// Source of its bytes, or of the image it is made from.
    var source: ImageResponse.Source
    /// The image's head; nil if the result must not be cached.
    var head: CachedHead?
    /// True if no cache had it.
    var isMade: Bool
    /// The image as received, if the picture is that image unchanged and is cached apart from images.
    var image: CachedImage?
}
