/// How one load uses the caches.
public struct LoadOptions: OptionSet, Hashable, Sendable {
    /// The options as bits, one for each.
    public let rawValue: Int

    /// Makes options from their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Skips the caches: the image is fetched, and then stored.
    public static let forceRefresh = LoadOptions(rawValue: 1 << 0)
    /// Reads memory but not the disk: an image that memory lacks is fetched, although the disk may have it.
    public static let fromMemoryCacheOrRefresh = LoadOptions(rawValue: 1 << 1)
    /// Neither fetches nor revalidates: an image that no cache has fails with `notCached`.
    public static let onlyFromCache = LoadOptions(rawValue: 1 << 2)
    /// Stores fetched images in memory only.
    public static let memoryOnly = LoadOptions(rawValue: 1 << 3)
    /// Answers only once the image is stored, on disk too.
    public static let waitForCache = LoadOptions(rawValue: 1 << 4)
    /// Stores fetched images on disk only, and does not promote disk hits to memory.
    public static let diskOnly = LoadOptions(rawValue: 1 << 5)
    /// Stores fetched images nowhere: the caller stores the variant that it makes.
    static let unstored = LoadOptions(rawValue: 1 << 6)

    /// True if the load does not read the disk.
    var skipsDisk: Bool { !isDisjoint(with: [.forceRefresh, .fromMemoryCacheOrRefresh]) }
}
