/// How the server ends a connection.
enum ConnectionEnding: Hashable {
    /// After all that was sent, with TLS's farewell; the client is given time to read it.
    case inOrder
    /// After all that was sent, without a farewell.
    case brokenOff
    /// By a reset, once the client's system has all that was sent.
    case reset
    /// Without a word: nobody waits for one.
    case atOnce
}
