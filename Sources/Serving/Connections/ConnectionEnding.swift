/// How the server ends a connection.
enum ConnectionEnding: Hashable {
    /// After all bytes were sent, with TLS's close alert; the client is given time to read it.
    case inOrder
    /// After all bytes were sent, without a close alert.
    case brokenOff
    /// By a reset, once the client's system has all bytes that were sent.
    case reset
    /// At once, if nobody waits for a reply.
    case atOnce
    /// By a reset at once, discarding what the client did not take.
    case discarded
}
