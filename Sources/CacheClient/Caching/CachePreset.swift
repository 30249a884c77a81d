/// Limits for caches of common sizes; lifetimes are the same in all presets.
public enum CachePreset: String, Hashable, Sendable, CaseIterable {
    /// 70 MiB or 25 images in memory, 30 images on disk.
    case lower
    /// 150 MiB or 50 images in memory, 50 images on disk.
    case normal
    /// 300 MiB or 75 images in memory, 70 images on disk.
    case high

    /// Limits for memory: each image lives five minutes.
    public var memory: CacheLimits {
        let (mebibytes, count) =
            switch self {
            case .lower: (70, 25)
            case .normal: (150, 50)
            case .high: (300, 75)
            }
        return CacheLimits(size: mebibytes << 20, count: count, timeToLive: .seconds(300))
    }

    /// Limits for the disk: each image lives a week.
    public var disk: CacheLimits {
        let count =
            switch self {
            case .lower: 30
            case .normal: 50
            case .high: 70
            }
        return CacheLimits(count: count, timeToLive: .seconds(7 * 86_400))
    }
}
