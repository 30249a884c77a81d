package import Fixtures
import Wire

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
