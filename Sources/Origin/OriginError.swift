package import Compression
package import Images
package import LinuxIO

/// Why an origin cannot be made or changed.
package enum OriginError: Error, Hashable, Sendable, CustomStringConvertible {
    case image(file: String, ImageError)
    case compression(file: String, CompressionError)
    case unknownFile(String, known: [String])
    case system(SystemCallError)

    package var description: String {
        switch self {
        case .image(let file, let error): "\(file): \(error)"
        case .compression(let file, let error): "\(file): \(error)"
        case .unknownFile(let file, let known):
            "the origin has no file '\(file)'; it has \(known.isEmpty ? "none" : known.joined(separator: ", "))"
        case .system(let error): "\(error)"
        }
    }
}
