/// How a pipeline decodes, and what it keeps.
public struct PictureConfiguration: Hashable, Sendable {
    /// What memory may hold; sizes count decoded pixels, three bytes each, four where some are transparent.
    public var memory: CacheLimits
    /// An image that has more as it is stored is refused before there is room for one of them.
    public var maximumPixels: Int
    /// How many images are decoded or processed at once.
    public var workers: Int
    /// The least time between two previews of one image.
    public var previewInterval: Duration

    /// 100 MiB for five minutes, two workers and a preview every half second, unless said otherwise.
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
