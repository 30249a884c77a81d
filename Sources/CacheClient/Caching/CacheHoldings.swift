/// What a client's caches hold.
public struct CacheHoldings: Hashable, Sendable {
    /// What the images in memory take, in bytes as their origins sent them. Pictures are their pipelines' own.
    public var memoryBytes: Int
    /// How many images memory has, those counted that have expired and were not cleaned yet.
    public var memoryCount: Int
    /// What the disk's entries take, in bytes, heads included: as of the last thing that was done there.
    public var diskBytes: Int
    /// How many entries the disk has, images and pictures.
    public var diskCount: Int
}
