/// Why there is no picture.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The image could not be loaded.
    case fetch(FetchError)
    /// The response is not an image that can be shown; for example, it has too many pixels.
    case decoding(key: String, reason: String)
    /// The named processor failed.
    case processing(String, key: String, reason: String)
    /// The caller cancelled.
    case cancelled

    /// The operation, its image and the reason.
    public var description: String {
        switch self {
        case .fetch(let error): error.description
        case .decoding(let key, let reason): "decoding: \(key): \(reason)"
        case .processing(let name, let key, let reason): "processing: \(name) on \(key): \(reason)"
        case .cancelled: "cancelled: the caller cancelled the load of the picture"
        }
    }
}
