/// How far a prefetcher is.
public struct PrefetchCounts: Hashable, Sendable {
    /// Those that a cache had already.
    public var skipped = 0
    /// Those that were fetched, or made, and stored.
    public var fetched = 0
    /// Those that could not be fetched, or were stopped before.
    public var failed = 0
    /// Those of which nothing is known yet.
    public var left: Int

    /// Those that are over.
    public var finished: Int { skipped + fetched + failed }
}
