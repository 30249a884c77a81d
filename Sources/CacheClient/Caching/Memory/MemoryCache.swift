package import Wire

/// Images in memory as their origins sent them.
package typealias MemoryCache = ShardedCache<CachedImage>

extension ShardedCache where Value == CachedImage {
    /// Returns the image and makes it the most recently used; an expired one is removed and is a miss.
    package func image(
        for key: String,
        at now: Instant,
        extending: LifeExtension = .ofCache
    ) -> CachedImage? {
        find(key, at: now, extending: extending)
    }
}
