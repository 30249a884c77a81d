/// What a client's caches hold.
public struct CacheHoldings: Hashable, Sendable {
    /// Bytes of the images in memory, as their origins sent them. Pictures are counted by their pipelines.
    public var memoryBytes: Int
    /// Number of images in memory, expired ones that were not cleaned yet included.
    public var memoryCount: Int
    /// Bytes of the disk's entries, heads included, as of the disk's last job.
    public var diskBytes: Int
    /// Number of entries on disk, images and pictures.
    public var diskCount: Int
}
