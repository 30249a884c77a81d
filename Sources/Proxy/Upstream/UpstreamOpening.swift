/// What a new connection to a server is for.
struct UpstreamOpening {
    /// Whether anybody waits for it. Whoever does wakes the connection up on leaving.
    var isWanted: () -> Bool
    /// Is given what wakes the connection up, as soon as there is one.
    var watch: (@escaping @Sendable () -> Void) -> Void
    /// Begins to speak on it, once any handshake is done.
    var opened: (UpstreamConnection) throws(UpstreamFailure) -> any UpstreamConversation
    /// It could not be made.
    var failed: (UpstreamFailure) -> Void
}
