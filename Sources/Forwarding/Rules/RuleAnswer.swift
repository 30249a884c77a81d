/// An answer that a rule gives in the server's place.
package enum RuleAnswer: Hashable, Sendable {
    /// A short page with this status.
    case page(status: Int)
    /// None: the connection is closed, with HTTP/2 the stream reset.
    case drop
}
