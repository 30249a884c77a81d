/// Changes what is sent, or has nothing be sent.
public struct RequestModifier: Sendable {
    /// Answers what to send instead; nil refuses, which is `rejected`.
    public var modified: @Sendable (OutgoingRequest) async -> OutgoingRequest?

    /// A modifier by what it does.
    public init(_ modified: @escaping @Sendable (OutgoingRequest) async -> OutgoingRequest?) {
        self.modified = modified
    }
}
