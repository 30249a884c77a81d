package import LinuxIO

/// Why a body is not in the mirror.
package enum MirrorFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemCallError)
    /// It would unpack to more than this many bytes, far beyond what came.
    case bomb(limit: Int)
    /// More bytes wait for the disk than may.
    case behind

    package var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .bomb(let limit): "its content unpacks to more than \(limit) B, many times what the server sent"
        case .behind: "the disk is too slow for the servers"
        }
    }
}
