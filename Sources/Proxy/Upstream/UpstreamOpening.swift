/// What a new connection to a server is for.
struct UpstreamOpening {
    /// Begins to speak on it, once any handshake is done.
    var opened: (UpstreamConnection) throws(UpstreamFailure) -> any UpstreamConversation
    /// It could not be made.
    var failed: (UpstreamFailure) -> Void
}
