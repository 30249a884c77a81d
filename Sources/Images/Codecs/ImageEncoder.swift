package import Fixtures

/// Encodes pixels as an image, row by row if the format allows it.
package enum ImageEncoder {
    /// How lossy encoders reduce detail: JPEG by all settings, WebP by quality.
    struct Settings: Hashable, Sendable {
        /// From 1 to 100.
        var quality: Int
        /// For JPEG: 2 halves the colours' resolution in both directions, 1 keeps it.
        var subsampling: Int
        /// For JPEG: keeps the whole picture in memory, with up to six bytes per pixel.
        var isProgressive: Bool
        /// For JPEG: a second pass makes smaller tables. Keeps the whole picture in memory.
        var isCompact: Bool
    }

    /// Encodes a whole image. For JPEG and WebP, `quality` from 1 to 100 says how much detail to keep.
    package static func encode(
        _ image: PixelBuffer,
        _ kind: ImageKind,
        quality: Int = 90
    ) throws(ImageError) -> [UInt8] {
        let (quality, stride) = (min(max(quality, 1), 100), image.width * 3)
        guard image.width > 0, image.height > 0, image.samples.count == stride * image.height else {
            throw .encoding(kind, reason: "it has no pixels")
        }
        let job = job(image, kind)
        let settings = Settings(quality: quality, subsampling: 2, isProgressive: false, isCompact: false)
        guard let bytes = try encode(kind, settings, job) else {
            throw .encoding(kind, reason: "it is too large")
        }
        return bytes
    }

    /// PNG keeps transparency; the other formats show the image on white.
    private static func job(_ image: PixelBuffer, _ kind: ImageKind) -> EncodingJob {
        let (width, stride) = (image.width, image.width * 3)
        guard kind == .png, let coverage = image.coverage, coverage.count == width * image.height else {
            return EncodingJob(image.size, limit: .max) { row, samples in
                for column in 0..<stride { samples[column] = image.samples[row * stride + column] }
            }
        }
        return EncodingJob(image.size, channels: 4, limit: .max) { row, samples in
            for column in 0..<width {
                let (pixel, share) = (row * width + column, coverage[row * width + column])
                for channel in 0..<3 {
                    samples[column * 4 + channel] = Coverage.lifted(image.samples[pixel * 3 + channel], share)
                }
                samples[column * 4 + 3] = share
            }
        }
    }

    /// nil if the image would exceed the job's limit.
    static func encode(_ kind: ImageKind, _ settings: Settings, _ job: EncodingJob) throws(ImageError)
        -> [UInt8]?
    {
        switch kind {
        case .jpeg: try JPEGCodec.encode(job, settings)
        case .png: try PNGCodec.encode(job)
        case .webp: try WebPCodec.encode(job, quality: settings.quality)
        case .gif: try GIFCodec.encode(job)
        }
    }
}
