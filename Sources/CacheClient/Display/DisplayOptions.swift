/// What a slot shows besides the picture itself.
public struct DisplayOptions: Sendable {
    /// Shown until the picture arrives.
    public var placeholder: Bitmap?
    /// Shown if the picture fails; nil leaves the content unchanged.
    public var failure: Bitmap?
    /// True if the current content stays until the picture arrives, instead of a placeholder.
    public var keepsCurrent: Bool
    /// True if previews of a progressive JPEG are shown while it arrives.
    public var showsPreviews: Bool

    /// Makes options; by default nothing is shown until the picture arrives.
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
