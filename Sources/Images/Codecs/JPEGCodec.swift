internal import CJPEG
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

    /// As the header says.
    static func size(_ bytes: [UInt8]) throws(ImageError) -> PixelSize {
        var width: Int32 = 0
        var height: Int32 = 0
        let (isDone, reason) = LibraryBuffer.withMessage { message in
            netlab_jpeg_decompress(bytes, UInt(bytes.count), 8, 0, nil, &width, &height, message) == 1
        }
        guard isDone else { throw .decoding(.jpeg, reason: reason) }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Decodes to as many eighths of `size`, the header's, as keep both sides at least `target`'s: what is left out is
    /// never computed. What is missing of a `partial` image is grey, or coarse where it is progressive.
    static func decode(
        _ bytes: [UInt8],
        _ size: PixelSize,
        atLeast target: PixelSize,
        isPartial: Bool = false
    ) throws(ImageError) -> PixelBuffer {
        // Fewer eighths of a few pixels are as many pixels, but no longer the same.
        var eighths = target == size ? 8 : 1
        while eighths < 8,
            scaled(size, eighths).width < target.width || scaled(size, eighths).height < target.height
        {
            eighths += 1
        }
        let scaled = scaled(size, eighths)
        var width = Int32(scaled.width)
        var height = Int32(scaled.height)
        let (samples, reason) = LibraryBuffer.withMessage { message in
            LibraryBuffer.samples(scaled) { start in
                netlab_jpeg_decompress(
                    bytes,
                    UInt(bytes.count),
                    Int32(eighths),
                    isPartial ? 1 : 0,
                    start,
                    &width,
                    &height,
                    message
                ) == 1
            }
        }
        guard let samples else { throw .decoding(.jpeg, reason: reason) }
        return PixelBuffer(width: scaled.width, height: scaled.height, samples: samples)
    }

    private static func scaled(_ size: PixelSize, _ eighths: Int) -> PixelSize {
        PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
    }
}
