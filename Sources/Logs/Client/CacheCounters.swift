/// What the client's caches did over a run, or over part of it. An answer counts once: as a hit if no origin was asked
/// about it, as revalidated if a 304 confirmed it, as a miss if the image came over the network.
package struct CacheCounters: Hashable, Sendable {
    package var memoryHits = 0
    package var diskHits = 0
    package var revalidated = 0
    package var misses = 0
    package var evictions = 0
    /// Bytes held at the end.
    package var memoryBytes = 0
    package var diskBytes = 0

    package init() {}

    /// Counts since `before`. The bytes held stay those of the end.
    package func since(_ before: CacheCounters) -> CacheCounters {
        var part = self
        part.memoryHits -= before.memoryHits
        part.diskHits -= before.diskHits
        part.revalidated -= before.revalidated
        part.misses -= before.misses
        part.evictions -= before.evictions
        return part
    }
}
