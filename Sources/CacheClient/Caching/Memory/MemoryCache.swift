/// Images in memory as their origins sent them.
package typealias MemoryCache = ShardedCache<CachedImage>
