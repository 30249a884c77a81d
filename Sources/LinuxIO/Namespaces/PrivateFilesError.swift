import Glibc

/// Why this process cannot replace a file's contents for itself, and what would help.
package enum PrivateFilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The thread is not in its own mount namespace.
    case notEntered
    /// The file does not exist, or is a dangling link.
    case missing(path: String)
    /// The system refuses, usually by a container's policy.
    case refused(SystemCallError)

    /// The obstacle, in one sentence.
    package var reason: String {
        switch self {
        case .notEntered: "files are made private only in a mount namespace that was entered for it"
        case .missing(let path): "\(path) does not exist, so nothing can be mounted over it"
        case .refused(let error): "files cannot be made private to this process (\(error))"
        }
    }

    /// The remedy, in one sentence.
    package var remedy: String {
        switch self {
        case .notEntered: "enter it before anything starts a thread"
        case .missing(let path): "make an empty one: sudo touch \(path)"
        case .refused: "run as root; in a container, start it with --privileged"
        }
    }

    package var description: String { "\(reason); \(remedy)" }
}
