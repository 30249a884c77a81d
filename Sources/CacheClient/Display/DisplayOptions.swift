/// What is shown beside the picture itself.
public struct DisplayOptions: Sendable {
    /// Shown until the picture comes.
    public var placeholder: Bitmap?
    /// Shown where it does not come; nil leaves what is seen.
    public var failure: Bitmap?
    /// What is shown stays until the picture comes, in the place of a placeholder.
    public var keepsCurrent: Bool
    /// What there is of a progressive JPEG is shown while it comes.
    public var showsPreviews: Bool

    /// Nothing is shown until the picture comes, unless said otherwise.
    public init(
        placeholder: Bitmap? = nil,
        failure: Bitmap? = nil,
        keepsCurrent: Bool = false,
        showsPreviews: Bool = false
    ) {
        self.placeholder = placeholder
        self.failure = failure
        self.keepsCurrent = keepsCurrent
        self.showsPreviews = showsPreviews
    }
}
