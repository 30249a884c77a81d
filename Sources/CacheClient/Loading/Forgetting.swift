extension CachingClient {
    /// What a client can be made to forget.
    public enum Forgetting: String, Hashable, Sendable, CaseIterable {
        /// What memory holds.
        case memory
        /// What the disk holds, and what is still being written to it.
        case disk
        /// Both caches, the connections and their TLS sessions: the next load is the first.
        case all
        /// The connections, so that the next transfer opens a new one; over TLS it may take up an earlier session.
        case connections
    }
}
