package import LinuxIO

/// Why a line of byte streams could not be made.
package enum StreamLineError: Error, Hashable, Sendable, CustomStringConvertible {
    case refused(StreamRefusal)
    /// The address cannot be listened on, or no thread can be started.
    case system(SystemCallError)

    package var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .system(let error): "a line of byte streams cannot be set up (\(error))"
        }
    }
}
