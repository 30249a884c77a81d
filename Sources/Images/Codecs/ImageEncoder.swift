/// Pixels into an image's bytes, row by row where the format allows it.
enum ImageEncoder {
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
