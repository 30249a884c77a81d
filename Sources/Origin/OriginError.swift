package import Compression
package import Fixtures
package import LinuxIO

/// Why an origin cannot be made or changed.
package enum OriginError: Error, Hashable, Sendable, CustomStringConvertible {
    case image(file: String, ImageError)
    /// An image in an origin that was handed nothing to draw it with.
    case undrawn(file: String)
    case compression(file: String, CompressionError)
    case unknownFile(String, known: [String])
    case system(SystemCallError)

    package var description: String {
        switch self {
        case .image(let file, let error): "\(file): \(error)"
        case .undrawn(let file): "the image \(file) cannot be made: this program has no image libraries"
        case .compression(let file, let error): "\(file): \(error)"
        case .unknownFile(let file, let known):
            "the origin has no file '\(file)'; it has \(known.isEmpty ? "none" : known.joined(separator: ", "))"
        case .system(let error): "\(error)"
        }
    }
}
