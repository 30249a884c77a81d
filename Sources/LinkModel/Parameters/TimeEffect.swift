/// How something that a prediction leaves out changes the predicted time.
package enum TimeEffect: Hashable, Sendable {
    /// About as long, slightly more or less.
    case either
    /// Longer.
    case longer
    /// Not predictable.
    case unknown
}
