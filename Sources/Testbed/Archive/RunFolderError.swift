package import LinuxIO

/// Why a run has no folder to write to.
package enum RunFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    case notEmpty(String)
    case unusable(SystemCallError)

    package var description: String {
        switch self {
        case .notEmpty(let path): "the folder \(path) is not empty: name another one, or empty it"
        case .unusable(let error): "the run's folder cannot be created: \(error)"
        }
    }
}
