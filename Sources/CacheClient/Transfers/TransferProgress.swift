/// Progress of an answer's body.
public struct TransferProgress: Hashable, Sendable {
    /// Bytes received.
    public var received: Int
    /// Total bytes; nil if the origin does not announce them.
    public var expected: Int?

    /// `received` bytes of `expected`.
    public init(received: Int, expected: Int? = nil) {
        self.received = received
        self.expected = expected
    }
}
