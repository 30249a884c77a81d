internal import CPNG
import Fixtures
import Wire

/// PNG by libpng.
enum PNGCodec {
    static func encode(_ job: EncodingJob) throws(ImageError) -> [UInt8]? {
        let (isDone, reason) = LibraryBuffer.withMessage { message in
            job.run { context in
                netlab_png_compress(
                    EncodingJob.paintRow,
                    EncodingJob.store,
                    context,
                    Int32(job.size.width),
                    Int32(job.size.height),
                    job.channels == 4 ? 1 : 0,
                    message
                )
            } == 1
        }
        return try job.result(.png, isDone: isDone, reason: reason)
    }

    /// Decodes row by row to the size that `target` returns for the size in the header. Unless the picture is
    /// interlaced, only one full row is held.
    static func decode(
        _ bytes: [UInt8],
        _ target: @escaping (PixelSize) throws(ImageError) -> PixelSize
    ) throws(ImageError) -> PixelBuffer {
        let rows = PNGRows(target)
        defer { withExtendedLifetime(rows) {} }
        let (status, reason) = LibraryBuffer.withMessage { message in
            netlab_png_decompress(
                PNGRows.accept,
                PNGRows.take,
                Unmanaged.passUnretained(rows).toOpaque(),
                bytes,
                bytes.count,
                message
            )
        }
        if let refusal = rows.refusal { throw refusal }
        if status == Int32(NETLAB_PNG_INTERLACED) { return try decodeInterlaced(bytes, target) }
        guard status == Int32(NETLAB_PNG_DONE), let image = rows.image else {
            throw .decoding(.png, reason: reason)
        }
        return image
    }

    private static func decodeInterlaced(
        _ bytes: [UInt8],
        _ target: (PixelSize) throws(ImageError) -> PixelSize
    ) throws(ImageError) -> PixelBuffer {
        var image = png_image()
        defer { png_image_free(&image) }
        guard netlab_png_begin_read(&image, bytes, bytes.count) == 1 else {
            throw .decoding(.png, reason: message(of: image))
        }
        let size = PixelSize(width: Int(image.width), height: Int(image.height))
        let wanted = try target(size)
        let samples = LibraryBuffer.samples(size, channels: 4) { start in
            netlab_png_finish_read(&image, start) == 1 && image.warning_or_error == 0
        }
        guard let samples else { throw .decoding(.png, reason: message(of: image)) }
        return BoxFilter.shrunk(PixelBuffer(size, mixed: samples), to: wanted)
    }

    /// CRC-32 of the bytes, as it follows each chunk.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { netlab_crc32(0, $0.baseAddress, $0.count) }
    }

    private static func message(of image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
