package import Wire

/// What the client's caches did, and what that spared.
package struct CacheResult: Hashable, Sendable, JSONRepresentable {
    package var counters: CacheCounters
    /// Body bytes that callers got from a cache and that so did not cross the line.
    package var bytesSaved: Int
    /// For every transfer from a cache: the first transfer of the same file over the network, less its own duration.
    package var saved: Nanoseconds

    package init(counters: CacheCounters, bytesSaved: Int = 0, saved: Nanoseconds = 0) {
        self.counters = counters
        self.bytesSaved = bytesSaved
        self.saved = saved
    }

    package var json: JSONValue {
        [
            "memoryHits": counters.memoryHits.json, "diskHits": counters.diskHits.json,
            "revalidated": counters.revalidated.json, "misses": counters.misses.json,
            "evictions": counters.evictions.json, "memoryBytes": counters.memoryBytes.json,
            "diskBytes": counters.diskBytes.json, "bytesSaved": bytesSaved.json, "nsSaved": saved.json,
        ]
    }
}
