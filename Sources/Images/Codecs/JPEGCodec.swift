internal import CJPEG

/// JPEG by libjpeg, whole images in memory.
enum JPEGCodec {
    /// `subsampling` 2 halves the colours' resolution in both directions, 1 keeps it. `isCompact` spends a second
    /// pass on smaller tables.
    static func encode(
        _ image: PixelBuffer,
        quality: Int,
        subsampling: Int,
        isCompact: Bool
    ) throws(ImageError) -> [UInt8] {
        let (bytes, reason) = LibraryBuffer.withMessage { message -> [UInt8]? in
            var encoded: UnsafeMutablePointer<UInt8>?
            var count: UInt = 0
            let isDone = netlab_jpeg_compress(
                image.samples,
                Int32(image.width),
                Int32(image.height),
                Int32(quality),
                Int32(subsampling),
                isCompact ? 1 : 0,
                &encoded,
                &count,
                message
            )
            return isDone == 1 ? LibraryBuffer.taking(encoded, count: Int(count)) : nil
        }
        guard let bytes else { throw .encoding(.jpeg, reason: reason) }
        return bytes
    }

    static func decode(_ bytes: [UInt8]) throws(ImageError) -> PixelBuffer {
        var width: Int32 = 0
        var height: Int32 = 0
        let (samples, reason) = LibraryBuffer.withMessage { message -> [UInt8]? in
            var pixels: UnsafeMutablePointer<UInt8>?
            let isDone = netlab_jpeg_decompress(bytes, UInt(bytes.count), &pixels, &width, &height, message)
            return isDone == 1 ? LibraryBuffer.taking(pixels, count: Int(width) * Int(height) * 3) : nil
        }
        guard let samples else { throw .decoding(.jpeg, reason: reason) }
        return PixelBuffer(width: Int(width), height: Int(height), samples: samples)
    }
}
