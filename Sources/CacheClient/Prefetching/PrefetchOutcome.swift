/// What came of one image that was fetched ahead.
public enum PrefetchOutcome: Hashable, Sendable {
    /// This cache had it already.
    case skipped(ImageResponse.Tier)
    /// It was fetched, and is where the client keeps such images.
    case fetched
    /// It was not.
    case failed(FetchError)
}
