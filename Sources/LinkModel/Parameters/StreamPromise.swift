/// What holds of the bytes of a stream and need not hold of packets.
package enum StreamPromise: Hashable, Sendable, CaseIterable {
    /// Nothing arrives ahead of what was sent before it.
    case order
    /// No byte comes twice.
    case uniqueness
    /// The bytes are right.
    case integrity
    /// Every byte arrives: a loss can only be a delay.
    case delivery
}
