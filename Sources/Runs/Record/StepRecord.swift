package import Logs
package import Wire

/// When a measured step began and ended.
package struct StepRecord: Hashable, Sendable {
    package var name: String
    package var start: Instant
    package var end: Instant
    /// False where the run stopped before all transfers of the step had ended.
    package var isComplete: Bool
    /// What the caches did meanwhile, and held at its end.
    package var cache: CacheCounters

    package init(
        name: String,
        start: Instant,
        end: Instant,
        isComplete: Bool = true,
        cache: CacheCounters = CacheCounters()
    ) {
        self.name = name
        self.start = start
        self.end = end
        self.isComplete = isComplete
        self.cache = cache
    }
}
