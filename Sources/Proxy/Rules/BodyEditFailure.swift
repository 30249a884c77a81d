package import LinuxIO

/// Why a body crosses as it is though a rule rewrites bodies.
package enum BodyEditFailure: Error, Hashable, Sendable {
    case tooLong
    /// Its compression is not known, or it is damaged.
    case undecodable
    /// A part of a whole.
    case partial
    /// The file that stands in the body's place.
    case unreadable(SystemCallError)
}
