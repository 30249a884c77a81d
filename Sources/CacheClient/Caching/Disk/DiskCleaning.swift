/// Files that the disk cache removed by itself, all of one piece of its work: names in its folder, as
/// `CachingClient.fileName(for:)` tells them.
public struct DiskCleaning: Hashable, Sendable {
    /// Of entries whose time was over.
    public var expired: [String]
    /// Of entries that made room, the least recently used first.
    public var evicted: [String]
    /// How many more had gone since the cleaning before this one, of which the listener was not told: it did not take what
    /// there was to hear.
    public var missed: Int
}
