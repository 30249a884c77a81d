/// A picture that is asked for: an image, decoded and processed.
public struct PictureRequest: Sendable {
    /// Which image, and how the caches are used for it. Its executor is where the picture is handed over, too.
    public var image: ImageRequest
    /// How large it is going to be shown; nil decodes every pixel.
    public var target: TargetSize?
    /// What is done to the decoded image, in turn.
    public var processors: [any ImageProcessor]
    /// True where the image is kept on disk as it came, beside the picture that is made of it, or by the pipeline's client for
    /// originals where it has one: another picture of it then needs no origin. An image that nothing is done to is kept in
    /// any case.
    public var keepsOriginal = false
    /// How the picture is kept on disk where something was done to the image; nil keeps it in memory alone.
    public var diskFormat: PictureFormat? = .png
    /// The last touch for this one caller: what it makes is in no cache.
    public var finish: (@Sendable (Bitmap) -> Bitmap)?
    /// Shown what there is of a progressive JPEG while it comes, on a thread of the pipeline's own: the whole picture, less
    /// sharp than it will be.
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

    /// What the caches know the picture by: the image's key and, after an `@`, all that is done to the image.
    public var cacheKey: String { PictureStep(self).key }
}
