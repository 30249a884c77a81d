/// The result of prefetching one picture.
public enum PicturePrefetchOutcome: Hashable, Sendable {
    /// This cache already had the processed picture.
    case skipped(ImageResponse.Tier)
    /// It was made from its image, which came from the origin or a cache, and is stored in the pipeline's
    /// caches.
    case made
    /// It failed with this error.
    case failed(PictureError)
}
