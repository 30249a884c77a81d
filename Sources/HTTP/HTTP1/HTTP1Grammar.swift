/// How strictly a message must follow the grammar.
package enum HTTP1Grammar: Hashable, Sendable {
    /// For a server: refuses messages that two programs might interpret differently.
    case strict
    /// For captures: accepts what existing programs accept.
    case lenient
}
