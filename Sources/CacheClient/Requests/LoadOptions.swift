/// How one load uses the caches.
public struct LoadOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: Int

    /// The options of these bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No cache is asked: the image is fetched, and then stored.
    public static let forceRefresh = LoadOptions(rawValue: 1 << 0)
    /// Memory is asked, the disk is not: what memory lacks is fetched, although the disk may have it.
    public static let fromMemoryCacheOrRefresh = LoadOptions(rawValue: 1 << 1)
    /// Nothing is fetched nor asked: what no cache has is `notCached`.
    public static let onlyFromCache = LoadOptions(rawValue: 1 << 2)
    /// What is fetched is stored in memory alone.
    public static let memoryOnly = LoadOptions(rawValue: 1 << 3)
    /// The answer comes when the image is stored, on disk, too.
    public static let waitForCache = LoadOptions(rawValue: 1 << 4)
    /// What is fetched is stored on disk alone, and what the disk has is not put into memory.
    public static let diskOnly = LoadOptions(rawValue: 1 << 5)
    /// What is fetched is stored nowhere: whoever asks keeps what is made of it.
    static let unstored = LoadOptions(rawValue: 1 << 6)

    /// True where the disk is not to be read.
    var skipsDisk: Bool { !isDisjoint(with: [.forceRefresh, .fromMemoryCacheOrRefresh]) }
}
