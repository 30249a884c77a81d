/// Files that the disk cache removed by itself in one job: names in its folder, as
/// `CachingClient.fileName(for:)` returns them.
public struct DiskCleaning: Hashable, Sendable {
    /// Files of expired entries.
    public var expired: [String]
    /// Files of evicted entries, the least recently used first.
    public var evicted: [String]
    /// Number of further files removed since the previous reported cleaning, not listed because the listener
    /// fell behind.
    public var missed: Int
}
