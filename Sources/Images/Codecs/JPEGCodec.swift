internal import CJPEG
import Fixtures
import Wire

/// JPEG by libjpeg.
enum JPEGCodec {
    static func encode(_ job: EncodingJob, _ settings: ImageEncoder.Settings) throws(ImageError) -> [UInt8]? {
        let form = netlab_jpeg_form(
            width: Int32(job.size.width),
            height: Int32(job.size.height),
            quality: Int32(settings.quality),
            subsampling: Int32(settings.subsampling),
            optimised: settings.isCompact ? 1 : 0,
            progressive: settings.isProgressive ? 1 : 0
        )
        let (isDone, reason) = LibraryBuffer.withMessage { message in
            job.run { netlab_jpeg_compress(EncodingJob.paintRow, EncodingJob.store, $0, form, message) } == 1
        }
        return try job.result(.jpeg, isDone: isDone, reason: reason)
    }

    /// Decodes row by row to the size that `target` returns for the displayed size. `beginning` is the whole
    /// image, or what has been read of it; `next` reads the rest as needed. Missing parts of a `partial`
    /// image are grey, or coarse if it is progressive.
    static func decode(
        _ beginning: [UInt8],
        then next: ImageReading? = nil,
        isPartial: Bool = false,
        _ target: @escaping (PixelSize) throws(ImageError) -> PixelSize
    ) throws(ImageError) -> PixelBuffer {
        let rows = JPEGRows(next, target)
        let (image, reason) = LibraryBuffer.withMessage { message in
            rows.run(isPartial: isPartial) { reading in
                beginning.withUnsafeBufferPointer { beginning -> PixelBuffer? in
                    let decoder = netlab_jpeg_open(beginning.baseAddress, beginning.count, reading, message)
                    guard let decoder else { return nil }
                    defer { netlab_jpeg_close(decoder) }
                    return rows.decode { netlab_jpeg_read(decoder, $0, $1) == 1 }
                }
            }
        }
        if let refusal = rows.refusal { throw refusal }
        guard let image else { throw .decoding(.jpeg, reason: reason) }
        return image
    }
}
