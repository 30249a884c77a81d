/// Changes a redirect's target and the request sent there, or refuses to follow it. It decides about each
/// redirect that the configuration's rules allow.
public struct RedirectHandler: Sendable {
    /// Returns the request to send; nil refuses, and the load fails with `redirect`. It gets the request that
    /// would be sent, without fields that another host must not see.
    public var followed: @Sendable (Redirect, OutgoingRequest) async -> OutgoingRequest?

    /// Makes a handler from a closure.
    public init(_ followed: @escaping @Sendable (Redirect, OutgoingRequest) async -> OutgoingRequest?) {
        self.followed = followed
    }
}
