/// What makes two pieces of work the same, so that it is done once for all who ask.
struct PictureWork: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// A picture is looked for on disk, or asked about, and kept where it has to be made.
        case finding(PictureFormat?, isAsked: Bool)
        /// It is made of the image.
        case making
    }

    private let stage: Stage
    private let key: String
    private let options: LoadOptions
    private let headers: [String: String]
    private let keepsOriginal: Bool

    init(_ stage: Stage, _ goal: PictureGoal) {
        self.stage = stage
        key = goal.key
        options = goal.options
        headers = goal.step.image.headers
        keepsOriginal = goal.keepsOriginal
    }
}
