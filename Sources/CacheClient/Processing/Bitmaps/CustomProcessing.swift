/// A step that an app brings along.
public struct CustomProcessing: ImageProcessor {
    /// What the caches know the step by.
    public let identifier: String
    private let make: @Sendable (Bitmap) throws -> Bitmap

    /// A step by what it does; `identifier` says what that is, so that another one says something else.
    public init(identifier: String, _ make: @escaping @Sendable (Bitmap) throws -> Bitmap) {
        self.identifier = identifier
        self.make = make
    }

    /// Does it.
    public func process(_ bitmap: Bitmap) throws -> Bitmap {
        try make(bitmap)
    }
}
