/// Why a body crosses as it is though a rule rewrites bodies.
package enum BodyEditFailure: String, Error, Hashable, Sendable {
    case tooLong
    /// Its compression is not known, or it is damaged.
    case undecodable
    /// A part of a whole.
    case partial
}
