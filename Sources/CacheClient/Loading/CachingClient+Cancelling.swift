extension CachingClient {
    /// Gives up every load under way whose image the caches know by `cacheKey`, its URL unless its request said otherwise:
    /// each caller is told `cancelled`.
    public func cancel(_ cacheKey: String) {
        for load in open.all(for: cacheKey) { load.cancel() }
    }

    /// Gives up every load under way: each caller is told `cancelled`. Loads that begin meanwhile may go on.
    public func cancelAll() {
        for load in open.all { load.cancel() }
    }
}
