package import JSON
package import Logs
package import Wire

/// What the client's caches did over a run, and what they saved.
package struct CacheResult: Hashable, Sendable, JSONRepresentable {
    package var counters: CacheCounters
    package var figures: CacheFigures

    package init(counters: CacheCounters, figures: CacheFigures = CacheFigures()) {
        self.counters = counters
        self.figures = figures
    }

    package var bytesSaved: Int { figures.bytesSaved }
    package var saved: Nanoseconds { figures.saved }

    package var json: JSONValue {
        [
            "memoryHits": counters.memoryHits.json, "diskHits": counters.diskHits.json,
            "revalidated": counters.revalidated.json, "misses": counters.misses.json,
            "evictions": counters.evictions.json, "memoryBytes": counters.memoryBytes.json,
            "diskBytes": counters.diskBytes.json, "bytesSaved": bytesSaved.json, "nsSaved": saved.json,
            "savedAgainst": "the first transfer of the same file over the network",
            "answers": figures.answers.json, "wireDownBytesSaved": figures.wireDownSaved.json,
            "wireUpBytesSaved": figures.wireUpSaved.json, "improvement": figures.improvement.json,
            "diskReadNs": figures.diskRead.json, "decodeNs": figures.decode.json,
        ]
    }
}
