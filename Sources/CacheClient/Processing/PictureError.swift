/// Why there is no picture.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The image did not come.
    case fetch(FetchError)
    /// What came is no image that can be shown, such as one of more pixels than are allowed.
    case decoding(key: String, reason: String)
    /// A processor failed, here named.
    case processing(String, key: String, reason: String)
    /// The caller did not want it any more.
    case cancelled

    /// What was tried on which image, and what came of it.
    public var description: String {
        switch self {
        case .fetch(let error): error.description
        case .decoding(let key, let reason): "decoding: \(key): \(reason)"
        case .processing(let name, let key, let reason): "processing: \(name) on \(key): \(reason)"
        case .cancelled: "cancelled: the picture was not wanted any more"
        }
    }
}
