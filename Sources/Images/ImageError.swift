/// An image that could not be made or read.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No image of that kind is as small as asked.
    case tooSmall(ImageKind, asked: Int, minimum: Int)
    case tooLarge(ImageKind, asked: Int, maximum: Int)
    /// The library's own words.
    case encoding(ImageKind, reason: String)
    case decoding(ImageKind?, reason: String)

    package var description: String {
        switch self {
        case .tooSmall(let kind, let asked, let minimum):
            "no \(kind.rawValue) of \(asked) bytes: it takes at least \(minimum)"
        case .tooLarge(let kind, let asked, let maximum):
            "no \(kind.rawValue) of \(asked) bytes: fixtures end at \(maximum)"
        case .encoding(let kind, let reason): "cannot encode the \(kind.rawValue): \(reason)"
        case .decoding(let kind, let reason): "cannot decode the \(kind?.rawValue ?? "image"): \(reason)"
        }
    }
}
