/// How one fetch uses the client's caches.
package enum FetchOption: String, Hashable, Sendable, CaseIterable {
    /// Skips the caches' lookup; stores the response.
    case forceRefresh
    /// Looks in memory, but not on disk.
    case fromMemoryCacheOrRefresh
    /// Never asks the origin; a miss in every cache is an error.
    case onlyFromCache
    /// Stores the response only in memory.
    case memoryOnly
    /// Ends the fetch when the image is stored, including on disk.
    case waitForCache
}
