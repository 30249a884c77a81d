/// Pixels into an image's bytes, row by row where the format allows it.
package enum ImageEncoder {
    /// How JPEG, and WebP by its quality, lose detail.
    struct Settings: Hashable, Sendable {
        /// From 1 to 100.
        var quality: Int
        /// 2 halves the colours' resolution in both directions, 1 keeps it. Of JPEG.
        var subsampling: Int
        /// Of JPEG; keeps the whole picture in memory, six bytes a pixel at most.
        var isProgressive: Bool
        /// Spends a second pass on smaller tables. Of JPEG, with the whole picture in memory.
        var isCompact: Bool
    }

    /// Encodes a whole image; of JPEG and WebP `quality` says how much detail is lost, from 1 to 100.
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

    /// Of what is transparent PNG keeps how much; in the other formats it lies on white.
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

    /// nil where the image would be larger than the job's limit.
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
