import Wire

extension ImageDecoder {
    /// What tells the kind of an image.
    private static let markBytes = 16
    /// Of others than JPEG so much is read at a time.
    private static let pieceBytes = 65_536

    /// The same while the image is read: of a JPEG there is never more than a piece in memory, others are read first, and
    /// refused where they have more than `maximumBytes`. `expectedBytes` is how many there are likely to be.
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

    /// As much as a piece holds, or what is left.
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
