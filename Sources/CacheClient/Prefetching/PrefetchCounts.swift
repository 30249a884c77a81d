/// A prefetcher's progress.
public struct PrefetchCounts: Hashable, Sendable {
    /// Items that a cache already had.
    public var skipped = 0
    /// Items that were fetched or made, and stored.
    public var fetched = 0
    /// Items that failed or were stopped.
    public var failed = 0
    /// Items that are not finished.
    public var left: Int

    /// Items that are finished.
    public var finished: Int { skipped + fetched + failed }
}
