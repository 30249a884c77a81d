package import Wire

/// Images out of their bytes, the kind told by the first of them.
package enum ImageDecoder {
    /// Of an image as it is stored, in pixels: nothing is allocated for one that has more.
    package static let maximumPixels = 100_000_000

    /// Decodes the image; one whose longest side is more than `longestSide` is scaled down to it, its shape kept. Data
    /// cut short or corrupt is an error, also where a part could be shown.
    package static func decode(
        _ bytes: [UInt8],
        fitting longestSide: Int = .max,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer {
        guard let kind = kind(bytes) else {
            throw .decoding(nil, reason: "it is neither JPEG, PNG, WebP nor GIF")
        }
        func accept(_ size: PixelSize) throws(ImageError) {
            guard size.area > 0 else { throw .decoding(kind, reason: "it has no pixels") }
            guard size.area <= maximumPixels else { throw .largeArea(kind, size, maximum: maximumPixels) }
        }
        switch kind {
        case .jpeg:
            let size = try JPEGCodec.size(bytes)
            try accept(size)
            let target = fitted(size, to: longestSide)
            return BoxFilter.shrunk(try JPEGCodec.decode(bytes, size, atLeast: target), to: target)
        case .webp:
            let size = try WebPCodec.size(bytes)
            try accept(size)
            return try WebPCodec.decode(bytes, to: fitted(size, to: longestSide))
        case .png:
            let image = try PNGCodec.decode(bytes, accept)
            return BoxFilter.shrunk(image, to: fitted(image.size, to: longestSide))
        case .gif:
            let image = try GIFReader(bytes).decode(accept)
            return BoxFilter.shrunk(image, to: fitted(image.size, to: longestSide))
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

    /// The size that an image is scaled to; its own where that is not larger.
    package static func fitted(_ size: PixelSize, to longestSide: Int) -> PixelSize {
        let longest = size.longestSide
        guard longest > max(1, longestSide) else { return size }
        func scaled(_ side: Int) -> Int { max(1, (side * max(1, longestSide) + longest / 2) / longest) }
        return PixelSize(width: scaled(size.width), height: scaled(size.height))
    }
}
