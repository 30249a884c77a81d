/// What a display slot shows.
public enum DisplayContent: Hashable, Sendable {
    /// Nothing.
    case empty
    /// The placeholder of a picture under way.
    case placeholder(Bitmap)
    /// A preview of a picture under way.
    case preview(Bitmap)
    /// The picture.
    case picture(Bitmap)
    /// The substitute for a picture that failed.
    case failure(Bitmap)
}
