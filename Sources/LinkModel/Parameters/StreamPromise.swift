/// A guarantee of byte streams that packets do not have.
package enum StreamPromise: Hashable, Sendable, CaseIterable {
    /// Nothing overtakes what was sent before it.
    case order
    /// No byte arrives twice.
    case uniqueness
    /// The bytes are right.
    case integrity
    /// Every byte arrives: a loss can only delay it.
    case delivery
}
