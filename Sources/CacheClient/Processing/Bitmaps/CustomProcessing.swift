/// A step supplied by the app.
public struct CustomProcessing: ImageProcessor {
    /// The step's name in cache keys.
    public let identifier: String
    private let make: @Sendable (Bitmap) throws -> Bitmap

    /// Makes a step from a closure. Each different closure needs a different `identifier`.
    public init(identifier: String, _ make: @escaping @Sendable (Bitmap) throws -> Bitmap) {
        self.identifier = identifier
        self.make = make
    }

    /// Applies the closure.
    public func process(_ bitmap: Bitmap) throws -> Bitmap {
        try make(bitmap)
    }
}
