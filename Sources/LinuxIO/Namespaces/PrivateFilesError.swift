import Glibc

/// Why this process may not see a file of the machine with a content of its own, and what would change that.
package enum PrivateFilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The thread is not in a mount namespace of its own.
    case notEntered
    /// There is nothing that could be covered, or a link to nothing.
    case missing(path: String)
    /// The system refuses: mostly a container's policy.
    case refused(SystemCallError)

    /// What stands in the way, in one sentence.
    package var reason: String {
        switch self {
        case .notEntered: "files are made private only in a mount namespace that was entered for it"
        case .missing(let path): "\(path) is not there, so nothing can be put in its place"
        case .refused(let error): "files cannot be made private to this process (\(error))"
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .notEntered: "enter it before anything starts a thread"
        case .missing(let path): "make an empty one: sudo touch \(path)"
        case .refused: "run as root; in a container, start it with --privileged"
        }
    }

    package var description: String { "\(reason); \(remedy)" }
}
