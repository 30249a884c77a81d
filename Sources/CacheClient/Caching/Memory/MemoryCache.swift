package import Wire

/// Images in memory as their origins sent them.
package typealias MemoryCache = ShardedCache<CachedImage>

extension ShardedCache where Value == CachedImage {
    /// The image, which becomes the most recently used; an expired one leaves and is a miss.
    package func image(
        for key: String,
        at now: Instant,
        extending: LifeExtension = .ofCache
    ) -> CachedImage? {
        find(key, at: now, extending: extending)
    }
}
