/// What one load of a picture is after, and how it is kept.
struct PictureGoal: Sendable {
    let step: PictureStep
    /// True where who loads the image keeps it, too.
    let keepsOriginal: Bool
    let diskFormat: PictureFormat?
    /// Work on the goal keeps its pipeline alive.
    private let pipeline: PicturePipeline

    /// The pipeline's client says what the request for the image leaves open.
    init(_ request: PictureRequest, of pipeline: PicturePipeline) {
        var request = request
        if let defaults = pipeline.client.defaults { request.image = defaults.completing(request.image) }
        step = PictureStep(request)
        // One that nothing is done to is kept once: with the pictures, where these have a place of their own.
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
