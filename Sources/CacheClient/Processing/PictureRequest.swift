/// A request for a picture: an image, decoded and processed.
public struct PictureRequest: Sendable {
    /// The image and how it uses the caches. Its executor also receives the picture.
    public var image: ImageRequest
    /// The size at which it will be shown; nil decodes every pixel.
    public var target: TargetSize?
    /// Applied to the decoded image in order.
    public var processors: [any ImageProcessor]
    /// True to keep the image on disk as received, beside the picture (or in the client for originals, if
    /// there is one), so that other pictures can be made of it without the origin. An unprocessed image is
    /// always kept.
    public var keepsOriginal = false
    /// The format in which a processed picture is kept on disk; nil keeps it in memory only.
    public var diskFormat: PictureFormat? = .png
    /// A last change for this caller only; its result is not cached.
    public var finish: (@Sendable (Bitmap) -> Bitmap)?
    /// Receives previews of a progressive JPEG while it arrives, on a thread of the pipeline: the whole
    /// picture, less sharp.
    public var preview: (@Sendable (Bitmap) -> Void)?

    /// Asks for the image at `url`.
    public init(url: String, target: TargetSize? = nil, processors: [any ImageProcessor] = []) {
        self.init(ImageRequest(url: url), target: target, processors: processors)
    }

    /// Asks for an image.
    public init(_ image: ImageRequest, target: TargetSize? = nil, processors: [any ImageProcessor] = []) {
        self.image = image
        self.target = target
        self.processors = processors
    }

    /// The caches' key: the image's key and, after an `@`, all operations on the image.
    public var cacheKey: String { PictureStep(self).key }
}
