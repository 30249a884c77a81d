/// Totals and limits over all shards of a memory cache.
struct MemoryTotals {
    var limits: CacheLimits
    var bytes = 0
    var count = 0
    var evictions = 0
    /// Grows when the cache is emptied, so that earlier lookups do not put entries back.
    var generation = 0

    var isOverLimits: Bool { limits.areExceeded(bytes: bytes, count: count) }
}
