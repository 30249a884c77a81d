/// What the client's caches did over a run.
package struct CacheCounters: Hashable, Sendable {
    package var memoryHits = 0
    package var diskHits = 0
    package var revalidated = 0
    package var misses = 0
    package var evictions = 0
    /// Held at the end.
    package var memoryBytes = 0
    package var diskBytes = 0

    package init() {}
}
