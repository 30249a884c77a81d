import Wire

/// Images out of their bytes, the kind told by the first of them.
package enum ImageDecoder {
    /// Of an image as it is stored, in pixels: nothing is allocated for one that has more.
    package static let maximumPixels = 100_000_000

    /// Decodes the image as it is meant to be seen; one whose longest side is more than `longestSide` is scaled down to it,
    /// its shape kept. Data cut short or corrupt is an error, also where a part could be shown.
    package static func decode(
        _ bytes: [UInt8],
        fitting longestSide: Int = .max,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer {
        try decode(bytes, .longestSide(longestSide), maximumPixels: maximumPixels)
    }

    /// Decodes the image as it is meant to be seen, no larger than asked for.
    package static func decode(
        _ bytes: [UInt8],
        _ fit: ImageFit,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer {
        guard let kind = kind(bytes) else {
            throw .decoding(nil, reason: "it is neither JPEG, PNG, WebP nor GIF")
        }
        func target(_ size: PixelSize) throws(ImageError) -> PixelSize {
            try accept(size, kind, maximumPixels)
            return fit.size(of: size)
        }
        switch kind {
        case .jpeg:
            return try JPEGCodec.decode(bytes, target)
        case .webp:
            return try WebPCodec.decode(bytes, to: target(WebPCodec.size(bytes)))
        case .png:
            return try PNGCodec.decode(bytes, target)
        case .gif:
            let image = try GIFReader(bytes).decode { size throws(ImageError) in
                try accept(size, kind, maximumPixels)
            }
            return BoxFilter.shrunk(image, to: fit.size(of: image.size))
        }
    }

    /// What can be shown of a progressive JPEG of which only the beginning is there: the whole picture, less sharp than it will
    /// be. nil where there is nothing yet, and where it is no progressive JPEG.
    package static func preview(
        _ beginning: [UInt8],
        fitting longestSide: Int = .max,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer? {
        try preview(beginning, .longestSide(longestSide), maximumPixels: maximumPixels)
    }

    /// The same, no larger than asked for.
    package static func preview(
        _ beginning: [UInt8],
        _ fit: ImageFit,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer? {
        let scans = ProgressiveScans(beginning)
        guard scans.complete > 0 else { return nil }
        // What a scan begins with cannot be cut.
        return try JPEGCodec.decode(Array(beginning[..<scans.end]), isPartial: true) {
            size throws(ImageError) in
            try accept(size, .jpeg, maximumPixels)
            return fit.size(of: size)
        }
    }

    /// As the first bytes say.
    package static func kind(_ bytes: [UInt8]) -> ImageKind? {
        if bytes.starts(with: [0xFF, 0xD8]) { return .jpeg }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        if bytes.starts(with: "GIF8".utf8) { return .gif }
        let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        return isWebP ? .webp : nil
    }

    static func accept(
        _ size: PixelSize,
        _ kind: ImageKind,
        _ maximumPixels: Int
    ) throws(ImageError) {
        guard size.area > 0 else { throw .decoding(kind, reason: "it has no pixels") }
        guard size.area <= maximumPixels else { throw .largeArea(kind, size, maximum: maximumPixels) }
    }
}
