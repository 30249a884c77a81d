extension CachingClient {
    /// What a client can forget.
    public enum Forgetting: String, Hashable, Sendable, CaseIterable {
        /// The memory cache.
        case memory
        /// The disk cache, pending writes included.
        case disk
        /// Both caches, the connections and their TLS sessions: the next load runs like the first.
        case all
        /// The connections, so that the next transfer opens a new one; over TLS it may resume an earlier
        /// session.
        case connections
    }
}
