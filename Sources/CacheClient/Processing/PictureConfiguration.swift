/// How a pipeline decodes, and what it keeps.
public struct PictureConfiguration: Hashable, Sendable {
    /// Limits of the memory cache. Sizes count decoded pixels: three bytes each, or four if some are
    /// transparent.
    public var memory: CacheLimits
    /// Maximum number of stored pixels; an image with more is refused before any memory is allocated for
    /// them.
    public var maximumPixels: Int
    /// Number of images decoded or processed at once.
    public var workers: Int
    /// Minimum time between two previews of one image.
    public var previewInterval: Duration

    /// Defaults: 100 MiB for five minutes, two workers, and a preview every half second.
    public init(
        memory: CacheLimits = CacheLimits(size: 100 << 20, count: 1000, timeToLive: .seconds(300)),
        maximumPixels: Int = 100_000_000,
        workers: Int = 2,
        previewInterval: Duration = .milliseconds(500)
    ) {
        self.memory = memory
        self.maximumPixels = maximumPixels
        self.workers = workers
        self.previewInterval = previewInterval
    }
}
