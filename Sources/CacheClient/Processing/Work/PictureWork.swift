/// Identifies a piece of work, so that it is done once for all callers.
struct PictureWork: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Look for a picture on disk or revalidate it, and keep it if it has to be made.
        case finding(PictureFormat?, isAsked: Bool)
        /// Make it from the image.
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
