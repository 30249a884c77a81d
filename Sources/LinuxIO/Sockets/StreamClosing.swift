/// How a connection ends when its socket is closed.
package enum StreamClosing: Hashable, Sendable {
    /// The peer is told that nothing more follows, unless it was told before.
    case inOrder
    /// Aborted: by request, or because the program has not read everything.
    case reset
    /// The peer had aborted it.
    case wasReset
}
