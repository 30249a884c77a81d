/// How one fetch uses the client's caches.
package enum FetchOption: String, Hashable, Sendable, CaseIterable {
    /// No cache is asked; what comes is stored.
    case forceRefresh
    /// Memory is asked, the disk is not.
    case fromMemoryCacheOrRefresh
    /// Nothing is asked of the origin; what no cache has is an error.
    case onlyFromCache
    /// What comes is stored in memory alone.
    case memoryOnly
    /// The fetch ends when the image is stored, on disk, too.
    case waitForCache
}
