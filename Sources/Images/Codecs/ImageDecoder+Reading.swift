import Wire

extension ImageDecoder {
    /// What is read before it is told what kind of image it is; others than JPEG by as much at a time.
    private static let pieceBytes = 65_536

    /// The same while the image is read: of a JPEG there is never more than a piece in memory, others are read first, and
    /// refused where they have more than `maximumBytes`.
    package static func decode(
        reading next: @escaping ImageReading,
        _ fit: ImageFit,
        maximumBytes: Int,
        maximumPixels: Int = maximumPixels
    ) throws(ImageError) -> PixelBuffer {
        let beginning = try piece(next)
        guard kind(beginning) != .jpeg else {
            return try JPEGCodec.decode(beginning, then: next) { size throws(ImageError) in
                try accept(size, .jpeg, maximumPixels)
                return fit.size(of: size)
            }
        }
        var bytes = beginning
        var last = beginning.count
        while last > 0, bytes.count <= maximumBytes {
            let more = try piece(next)
            last = more.count
            bytes += more
        }
        guard bytes.count <= maximumBytes else {
            throw .decoding(kind(beginning), reason: "it has more than \(maximumBytes) bytes")
        }
        return try decode(bytes, fit, maximumPixels: maximumPixels)
    }

    /// As much as a piece holds, or what is left.
    private static func piece(_ next: ImageReading) throws(ImageError) -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, filled in
                var got = 1
                while got > 0, filled < buffer.count {
                    let free = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]
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
