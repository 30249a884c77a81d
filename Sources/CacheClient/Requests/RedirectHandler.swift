/// Changes where a redirect leads and what is sent there, or has it not be followed. It decides about each one that the
/// configuration's rules allow.
public struct RedirectHandler: Sendable {
    /// Answers what to send; nil refuses, which is a failure of the kind `redirect`. What it is handed is what would be sent,
    /// without what another host must not see.
    public var followed: @Sendable (Redirect, OutgoingRequest) async -> OutgoingRequest?

    /// A handler by what it does.
    public init(_ followed: @escaping @Sendable (Redirect, OutgoingRequest) async -> OutgoingRequest?) {
        self.followed = followed
    }
}
