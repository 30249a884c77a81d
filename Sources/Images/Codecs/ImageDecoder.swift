package import Fixtures
import Wire

/// Decodes images, with the kind detected by the first bytes.
package enum ImageDecoder {
    /// Maximum pixels of a stored image. Nothing is allocated for a larger one.
    package static let maximumPixels = 100_000_000

    /// Decodes the image in its intended orientation. If its longest side exceeds `longestSide`, it is scaled
    /// down to that with its aspect ratio kept. Truncated or corrupt data is an error, even if a part could
    /// be shown.
    package static func decode(
        _ bytes: [UInt8],
        fitting longestSide: Int = .max,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer {
        try decode(bytes, .longestSide(longestSide), maximumPixels: maximumPixels)
    }

    /// Decodes the image in its intended orientation, no larger than requested.
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

    /// A preview from the beginning of a progressive JPEG: the whole picture, less sharp. nil if there is no
    /// complete scan yet, or it is not a progressive JPEG.
    package static func preview(
        _ beginning: [UInt8],
        fitting longestSide: Int = .max,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer? {
        try preview(beginning, .longestSide(longestSide), maximumPixels: maximumPixels)
    }

    /// A preview no larger than requested.
    package static func preview(
        _ beginning: [UInt8],
        _ fit: ImageFit,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer? {
        let scans = ProgressiveScans(beginning)
        guard scans.complete > 0 else { return nil }
        // End at the last complete scan, since the beginning of a scan must not be truncated.
        return try JPEGCodec.decode(Array(beginning[..<scans.end]), isPartial: true) {
            size throws(ImageError) in
            try accept(size, .jpeg, maximumPixels)
            return fit.size(of: size)
        }
    }

    /// The kind that the first bytes indicate.
    package static func kind(_ bytes: [UInt8]) -> ImageKind? {
        if bytes.starts(with: [0xFF, 0xD8]) { return .jpeg }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        if bytes.starts(with: "GIF8".utf8) { return .gif }
        let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        return isWebP ? .webp : nil
    }

    private static func accept(
        _ size: PixelSize,
        _ kind: ImageKind,
        _ maximumPixels: Int
    ) throws(ImageError) {
        guard size.area > 0 else { throw .decoding(kind, reason: "it has no pixels") }
        guard size.area <= maximumPixels else { throw .largeArea(kind, size, maximum: maximumPixels) }
    }
}

// MARK: Reading

extension ImageDecoder {
    /// Bytes needed to detect the kind of an image.
    private static let markBytes = 16
    /// Bytes read at a time for kinds other than JPEG.
    private static let pieceBytes = 65_536

    /// Decodes an image while it is read. A JPEG needs only one piece in memory. Other kinds are read
    /// completely first, and refused above `maximumBytes`. `expectedBytes` is the likely size.
    package static func decode(
        reading next: @escaping ImageReading,
        _ fit: ImageFit,
        expectedBytes: Int = 0,
        maximumBytes: Int,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer {
        let beginning = try piece(next, of: markBytes)
        guard kind(beginning) != .jpeg else {
            return try JPEGCodec.decode(beginning, then: next) { size throws(ImageError) in
                try accept(size, .jpeg, maximumPixels)
                return fit.size(of: size)
            }
        }
        var bytes = beginning
        bytes.reserveCapacity(min(max(expectedBytes, beginning.count), maximumBytes))
        var last = beginning.count
        while last > 0, bytes.count <= maximumBytes {
            let more = try piece(next, of: pieceBytes)
            last = more.count
            bytes += more
        }
        guard bytes.count <= maximumBytes else {
            throw .decoding(kind(beginning), reason: "it has more than \(maximumBytes) bytes")
        }
        return try decode(bytes, fit, maximumPixels: maximumPixels)
    }

    /// Reads a full piece, or what is left.
    private static func piece(_ next: ImageReading, of count: Int) throws(ImageError) -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                var got = 1
                while got > 0, filled < count {
                    let free = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count]
                    )
                    var span = free.mutableBytes
                    got = min(max(0, try next(&span)), free.count)
                    filled += got
                }
            }
        } catch {
            throw .decoding(nil, reason: "\(error)")
        }
    }
}
