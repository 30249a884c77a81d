/// One step from a decoded image to the one that is shown.
public protocol ImageProcessor: Sendable {
    /// What the caches know the step by: steps that do different things differ in it. It has no `|` and no `@`.
    var identifier: String { get }

    /// The image that this step makes of the one before. It is called on a thread of the pipeline's own, and the same
    /// image may be made again after it has left the cache.
    func process(_ bitmap: Bitmap) throws -> Bitmap
}
