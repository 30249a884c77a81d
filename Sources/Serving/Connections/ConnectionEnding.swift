/// How the server ends a connection.
enum ConnectionEnding: Hashable {
    /// After all that was sent, with TLS's farewell; the client is given time to read it.
    case inOrder
    /// After all that was sent, without a farewell.
    case brokenOff
    /// By a reset, once the client's system has all that was sent.
    case reset
    /// At once, where nobody waits for a word.
    case atOnce
    /// By a reset at once, over what the client did not take.
    case discarded
}
