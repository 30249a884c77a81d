/// What one load of a picture is after, and how it is kept.
struct PictureGoal: Sendable {
    let step: PictureStep
    /// True where the image itself is kept, too, or is the picture.
    let keepsOriginal: Bool
    let diskFormat: PictureFormat?

    /// `client` says what the request for the image leaves open.
    init(_ request: PictureRequest, of client: CachingClient) {
        var request = request
        if let defaults = client.defaults { request.image = defaults.completing(request.image) }
        step = PictureStep(request)
        keepsOriginal = request.keepsOriginal || step.isPlain
        diskFormat = request.diskFormat
    }

    private init(_ goal: PictureGoal, _ step: PictureStep) {
        self.step = step
        keepsOriginal = goal.keepsOriginal
        diskFormat = goal.diskFormat
    }

    var key: String { step.key }
    var options: LoadOptions { step.image.options }

    /// The same, one processor earlier; nil where the first thing is to decode.
    var before: PictureGoal? { step.before.map { PictureGoal(self, $0) } }

    /// What is asked of the client: memory keeps pictures, so it need not keep their images, too.
    var original: ImageRequest {
        var image = step.image
        image.executor = .direct
        image.options.insert(keepsOriginal ? .diskOnly : .unstored)
        return image
    }
}
