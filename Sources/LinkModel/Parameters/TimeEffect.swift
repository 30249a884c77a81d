/// What something that a prediction leaves out does to the time that it tells.
package enum TimeEffect: Hashable, Sendable {
    /// It takes as long, give or take.
    case either
    /// It takes longer.
    case longer
    /// Nothing can be told.
    case unknown
}
