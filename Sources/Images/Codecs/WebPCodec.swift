internal import CWebP
import Fixtures
import Wire

/// Lossy WebP by libwebp.
enum WebPCodec {
    static func encode(_ job: EncodingJob, quality: Int) throws(ImageError) -> [UInt8]? {
        var error: Int32 = 0
        let isDone = job.run { context in
            netlab_webp_compress(
                EncodingJob.paintRow,
                EncodingJob.store,
                EncodingJob.shouldContinue,
                context,
                Int32(job.size.width),
                Int32(job.size.height),
                Float(quality),
                &error
            )
        }
        return try job.result(.webp, isDone: isDone == 1, reason: "libwebp's error \(error)")
    }

    /// The size in the header.
    static func size(_ bytes: [UInt8]) throws(ImageError) -> PixelSize {
        let features = try features(bytes)
        return PixelSize(width: Int(features.width), height: Int(features.height))
    }

    private static func features(_ bytes: [UInt8]) throws(ImageError) -> WebPBitstreamFeatures {
        var features = WebPBitstreamFeatures()
        let status = WebPGetFeatures(bytes, bytes.count, &features)
        guard status == VP8_STATUS_OK else { throw .decoding(.webp, reason: reason(status.rawValue)) }
        guard features.has_animation == 0 else { throw .decoding(.webp, reason: "it is animated") }
        return features
    }

    /// Decodes to this size. The library scales if it differs from the image's own.
    static func decode(_ bytes: [UInt8], to size: PixelSize) throws(ImageError) -> PixelBuffer {
        var status: Int32 = 0
        let hasCoverage = try features(bytes).has_alpha != 0
        let samples = LibraryBuffer.samples(size, channels: hasCoverage ? 4 : 3) { start in
            status = netlab_webp_decompress(
                bytes,
                bytes.count,
                Int32(size.width),
                Int32(size.height),
                hasCoverage ? 1 : 0,
                start
            )
            return status == 0
        }
        guard let samples else { throw .decoding(.webp, reason: reason(UInt32(bitPattern: status))) }
        if hasCoverage { return PixelBuffer(size, mixed: samples) }
        return PixelBuffer(width: size.width, height: size.height, samples: samples)
    }

    private static func reason(_ status: UInt32) -> String {
        switch VP8StatusCode(status) {
        case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
        case VP8_STATUS_BITSTREAM_ERROR: "it is corrupt"
        case VP8_STATUS_UNSUPPORTED_FEATURE: "it needs what libwebp does not have"
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "it ends too early"
        default: "libwebp's status \(status)"
        }
    }
}
