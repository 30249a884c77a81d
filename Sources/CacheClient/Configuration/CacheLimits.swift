internal import Wire

/// Limits on the size and lifetime of one cache.
public struct CacheLimits: Hashable, Sendable {
    /// Bytes in all; nil means unlimited. An entry larger than this is refused and evicts no others.
    public var size: Int?
    /// Entries in all; nil means unlimited.
    public var count: Int?
    /// How long an entry serves, counted from when it was stored or last confirmed by the origin; nil means
    /// for ever.
    public var timeToLive: Duration?
    /// True if each use restarts an entry's time to live.
    public var isSliding: Bool
    /// An entry of more than this share of `size` is refused; 1 refuses only entries larger than `size`.
    public var largestShare: Double

    /// Makes limits; omitted ones are unlimited.
    public init(
        size: Int? = nil,
        count: Int? = nil,
        timeToLive: Duration? = nil,
        isSliding: Bool = false,
        largestShare: Double = 1
    ) {
        self.size = size
        self.count = count
        self.timeToLive = timeToLive
        self.isSliding = isSliding
        self.largestShare = largestShare
    }

    /// True if an entry of `bytes` may not be stored, even in an empty cache.
    func refuses(bytes: Int) -> Bool {
        if let count, count < 1 { return true }
        guard let size else { return false }
        return bytes > size || Double(bytes) > Double(size) * largestShare
    }

    /// True if `bytes` or `count` exceeds its limit.
    func areExceeded(bytes: Int, count: Int) -> Bool {
        if let size, bytes > size { return true }
        if let limit = self.count, count > limit { return true }
        return false
    }
}
