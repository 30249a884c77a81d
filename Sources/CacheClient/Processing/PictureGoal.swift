/// What one load of a picture is to make, and how that is cached.
struct PictureGoal: Sendable {
    let step: PictureStep
    /// True if the client that loads the image also keeps it.
    let keepsOriginal: Bool
    let diskFormat: PictureFormat?
    /// Keeps the pipeline alive while work on the goal continues.
    private let pipeline: PicturePipeline

    /// Fields that the image request does not set come from the pipeline's client.
    init(_ request: PictureRequest, of pipeline: PicturePipeline) {
        var request = request
        if let defaults = pipeline.client.defaults { request.image = defaults.completing(request.image) }
        step = PictureStep(request)
        // An unprocessed image is kept once: with the pictures, if these have a place of their own.
        keepsOriginal = step.isPlain ? !pipeline.keepsApart : request.keepsOriginal
        diskFormat = request.diskFormat
        self.pipeline = pipeline
    }

    private init(_ goal: PictureGoal, _ step: PictureStep) {
        self.step = step
        keepsOriginal = goal.keepsOriginal
        diskFormat = goal.diskFormat
        pipeline = goal.pipeline
    }

    var key: String { step.key }
    var options: LoadOptions { step.image.options }

    /// The same goal, one processor earlier; nil if the first operation is decoding.
    var before: PictureGoal? { step.before.map { PictureGoal(self, $0) } }

    /// The request to the client. Memory keeps the picture, so it need not keep the image too.
    var original: ImageRequest {
        var image = step.image
        image.executor = .direct
        image.options.insert(keepsOriginal ? .diskOnly : .unstored)
        return image
    }
}
