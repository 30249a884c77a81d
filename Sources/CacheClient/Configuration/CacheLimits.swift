internal import Wire

/// What one cache may hold, and for how long.
public struct CacheLimits: Hashable, Sendable {
    /// Bytes in all; nil is unlimited. An entry larger than this is refused, others do not make room for it.
    public var size: Int?
    /// Entries in all; nil is unlimited.
    public var count: Int?
    /// How long an entry serves, counted from when it was stored or last confirmed by the origin; nil is for ever.
    public var timeToLive: Duration?
    /// True where each use starts an entry's time to live anew.
    public var isSliding: Bool
    /// An entry of more than this share of `size` is refused; 1 refuses only what is larger than all of it.
    public var largestShare: Double

    /// Limits; what is left out is unlimited.
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

    /// True where one entry of `bytes` may not be held at all, whatever would leave for it.
    func refuses(bytes: Int) -> Bool {
        if let count, count < 1 { return true }
        guard let size else { return false }
        return bytes > size || Double(bytes) > Double(size) * largestShare
    }

    /// True where `bytes` and `count` are more than may be held.
    func areExceeded(bytes: Int, count: Int) -> Bool {
        if let size, bytes > size { return true }
        if let limit = self.count, count > limit { return true }
        return false
    }
}
