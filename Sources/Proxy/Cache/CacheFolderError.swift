package import LinuxIO

/// Why a folder cannot hold a cache.
package enum CacheFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    case system(SystemCallError)
    case inUse(String)

    package var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .inUse(let path): "another proxy uses \(path)"
        }
    }
}
