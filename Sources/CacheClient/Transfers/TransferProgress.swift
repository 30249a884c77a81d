/// How far the body of an answer has come.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes that are here.
    public var received: Int
    /// Bytes in all; nil where the origin does not say.
    public var expected: Int?

    /// So many bytes, of so many.
    public init(received: Int, expected: Int? = nil) {
        self.received = received
        self.expected = expected
    }
}
