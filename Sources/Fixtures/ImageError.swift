package import Wire

/// Why an image could not be made or read.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No image of this kind, and with these pixels if any are given, is that small.
    case tooSmall(ImageKind, pixels: PixelSize? = nil, asked: Int, minimum: Int)
    case tooLarge(ImageKind, asked: Int, maximum: Int)
    /// A WebP consists of chunks of even size.
    case oddSize(ImageKind, asked: Int)
    case emptyPixels(PixelSize)
    case longSide(ImageKind, PixelSize, maximum: Int)
    /// More pixels than are made or read.
    case largeArea(ImageKind, PixelSize, maximum: Int)
    case notProgressive(ImageKind)
    /// Given up because the caller no longer wanted it.
    case unwanted(ImageKind)
    /// The library's message.
    case encoding(ImageKind, reason: String)
    case decoding(ImageKind?, reason: String)

    package var description: String {
        switch self {
        case .tooSmall(let kind, let pixels, let asked, let minimum):
            "no \(kind.rawValue)\(pixels.map { " of \($0) pixels" } ?? "") has \(asked) bytes: it takes at least \(minimum)"
        case .tooLarge(let kind, let asked, let maximum):
            "no \(kind.rawValue) of \(asked) bytes: fixtures end at \(maximum)"
        case .oddSize(let kind, let asked):
            "no \(kind.rawValue) of \(asked) bytes: the format knows even sizes only, \(asked - 1) or \(asked + 1)"
        case .emptyPixels(let pixels): "no image of \(pixels) pixels: each side is at least 1"
        case .longSide(let kind, let pixels, let maximum):
            "no \(kind.rawValue) of \(pixels) pixels: a side is at most \(maximum)"
        case .largeArea(let kind, let pixels, let maximum):
            "no \(kind.rawValue) of \(pixels) pixels: that is \(pixels.area) in all, and at most \(maximum) are possible"
        case .notProgressive(let kind): "a \(kind.rawValue) cannot be progressive: only a jpeg can"
        case .unwanted(let kind): "the \(kind.rawValue) was cancelled: no request waits for it any more"
        case .encoding(let kind, let reason): "cannot encode the \(kind.rawValue): \(reason)"
        case .decoding(let kind, let reason): "cannot decode the \(kind?.rawValue ?? "image"): \(reason)"
        }
    }
}
