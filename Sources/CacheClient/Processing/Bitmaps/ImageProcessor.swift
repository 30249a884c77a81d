/// One step from a decoded image to the displayed one.
public protocol ImageProcessor: Sendable {
    /// The step's name in cache keys: unique to what the step does, without `|` and `@`.
    var identifier: String { get }

    /// Applies the step to the image. It is called on a thread of the pipeline, possibly again for the same
    /// image after the result has left the cache.
    func process(_ bitmap: Bitmap) throws -> Bitmap
}
