/// Changes the request to be sent, or prevents it from being sent.
public struct RequestModifier: Sendable {
    /// Returns the request to send instead; nil refuses, and the load fails with `rejected`.
    public var modified: @Sendable (OutgoingRequest) async -> OutgoingRequest?

    /// Makes a modifier from a closure.
    public init(_ modified: @escaping @Sendable (OutgoingRequest) async -> OutgoingRequest?) {
        self.modified = modified
    }
}
