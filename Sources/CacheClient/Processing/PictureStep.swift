internal import Images

/// A point on the way to a picture: the image decoded, and the first so many of its processors run.
struct PictureStep: Sendable {
    let image: ImageRequest
    let decoding: ImageFit
    let processors: [any ImageProcessor]
    /// What the caches know the picture by: the image's key, and after an `@` all that is done to the image.
    let key: String
    /// Of what is done by decoding; nil where that is nothing.
    private let decodingName: String?

    init(_ request: PictureRequest) {
        self.init(
            request.image,
            request.target?.decoding ?? .whole,
            request.target?.identifier,
            request.processors
        )
    }

    private init(
        _ image: ImageRequest,
        _ decoding: ImageFit,
        _ decodingName: String?,
        _ processors: [any ImageProcessor]
    ) {
        self.image = image
        self.decoding = decoding
        self.decodingName = decodingName
        self.processors = processors
        let names = (decodingName.map { [$0] } ?? []) + processors.map(\.identifier)
        key = names.isEmpty ? image.cacheKey : "\(image.cacheKey)@\(names.joined(separator: "|>"))"
    }

    /// True where nothing is done to the image but that it is decoded.
    var isPlain: Bool { decodingName == nil && processors.isEmpty }

    /// The step before this one; nil where this one decodes.
    var before: PictureStep? {
        processors.isEmpty ? nil : PictureStep(image, decoding, decodingName, processors.dropLast())
    }
}
