internal import Images

/// An intermediate stage of a picture: the image decoded, and some of its processors applied.
struct PictureStep: Sendable {
    let image: ImageRequest
    let decoding: ImageFit
    let processors: [any ImageProcessor]
    /// The caches' key: the image's key and, after an `@`, all operations on the image.
    let key: String
    /// Name of the change made by decoding; nil if decoding changes nothing.
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

    /// True if the image is only decoded.
    var isPlain: Bool { decodingName == nil && processors.isEmpty }

    /// The step before this one; nil if this one decodes.
    var before: PictureStep? {
        processors.isEmpty ? nil : PictureStep(image, decoding, decodingName, processors.dropLast())
    }
}
