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
        let job = EncodingJob(image.size, limit: .max) { row, samples in
            for column in 0..<stride { samples[column] = image.samples[row * stride + column] }
        }
        let settings = Settings(quality: quality, subsampling: 2, isProgressive: false, isCompact: false)
        guard let bytes = try encode(kind, settings, job) else {
            throw .encoding(kind, reason: "it is too large")
        }
        return bytes
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
