/// The result of prefetching one image.
public enum PrefetchOutcome: Hashable, Sendable {
    /// This cache already had it.
    case skipped(ImageResponse.Tier)
    /// It was fetched and is stored in the client's caches.
    case fetched
    /// It failed with this error.
    case failed(FetchError)
}
