/// What all shards of a memory cache hold together, and what they may.
struct MemoryTotals {
    var limits: CacheLimits
    var bytes = 0
    var count = 0
    var evictions = 0
    /// Grows when everything is forgotten, so that what was looked up before is not put back after.
    var generation = 0

    var isOverLimits: Bool { limits.areExceeded(bytes: bytes, count: count) }
}
