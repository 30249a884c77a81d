/// What is to be seen in a place.
public enum DisplayContent: Hashable, Sendable {
    /// Nothing.
    case empty
    /// What stands for a picture under way.
    case placeholder(Bitmap)
    /// What there is so far of a picture under way.
    case preview(Bitmap)
    /// The picture.
    case picture(Bitmap)
    /// What stands for a picture that did not come.
    case failure(Bitmap)
}
