package import LinuxIO

/// Why a name server cannot be made.
package enum NamingError: Error, Hashable, Sendable, CustomStringConvertible {
    case invalidName(String)
    /// Two names that differ only in case.
    case sameName(String)
    case system(SystemCallError)

    package var description: String {
        switch self {
        case .invalidName(let name):
            "'\(name)' is not a host name: labels of 1 to 63 bytes, with dots between them, 255 in all"
        case .sameName(let name): "the name '\(name)' is given twice: upper and lower case are the same"
        case .system(let error): "the name server cannot be made: \(error)"
        }
    }
}
