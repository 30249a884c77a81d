/// How strictly a message must follow the grammar.
package enum HTTP1Grammar: Hashable, Sendable {
    /// For a server: refuses messages that two programs might interpret differently.
    case strict
    /// For a proxy's servers: also accepts what their other clients accept and no two programs interpret differently
    /// once the proxy has written it anew, and notes it (`HTTP1Oddity`).
    case tolerant
    /// For captures: accepts what existing programs accept.
    case lenient
}
