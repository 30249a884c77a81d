/// How exactly a message must follow the grammar.
package enum HTTP1Grammar: Hashable, Sendable {
    /// Where a server reads: what two programs might understand differently is refused.
    case strict
    /// Where a capture is read: what programs out there accept is accepted.
    case lenient
}
