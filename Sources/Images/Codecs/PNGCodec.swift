internal import CPNG

/// PNG by libpng, whole images in memory.
enum PNGCodec {
    static func encode(_ image: PixelBuffer) throws(ImageError) -> [UInt8] {
        let (bytes, reason) = LibraryBuffer.withMessage { message -> [UInt8]? in
            var encoded: UnsafeMutablePointer<UInt8>?
            var count = 0
            let isDone = netlab_png_compress(
                image.samples,
                Int32(image.width),
                Int32(image.height),
                &encoded,
                &count,
                message
            )
            return isDone == 1 ? LibraryBuffer.taking(encoded, count: count) : nil
        }
        guard let bytes else { throw .encoding(.png, reason: reason) }
        return bytes
    }

    static func decode(_ bytes: [UInt8]) throws(ImageError) -> PixelBuffer {
        var image = png_image()
        defer { png_image_free(&image) }
        guard netlab_png_begin_read(&image, bytes, bytes.count) == 1 else {
            throw .decoding(.png, reason: message(of: image))
        }
        let count = Int(image.width) * Int(image.height) * 3
        var isDone = false
        let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
            isDone = netlab_png_finish_read(&image, buffer.baseAddress) == 1 && image.warning_or_error == 0
            initialised = isDone ? count : 0
        }
        guard isDone else { throw .decoding(.png, reason: message(of: image)) }
        return PixelBuffer(width: Int(image.width), height: Int(image.height), samples: samples)
    }

    /// CRC-32 over the bytes, as it stands behind each chunk.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { netlab_crc32(0, $0.baseAddress, $0.count) }
    }

    private static func message(of image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
