package import HTTP

/// An answer that a rule gives in the server's place.
package enum RuleAnswer: Hashable, Sendable {
    /// A short page with this status.
    case page(status: Int)
    case fault(ResponseFault)
    case file(LocalContent)
}
