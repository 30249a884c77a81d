internal import Wire

/// What one cache may hold, and for how long.
public struct CacheLimits: Hashable, Sendable {
    /// Bytes in all; nil is unlimited. An entry larger than this is refused, others do not make room for it.
    public var size: Int?
    /// Entries in all; nil is unlimited.
    public var count: Int?
    /// How long an entry serves, counted from when it was stored or last confirmed by the origin; nil is for ever.
    public var timeToLive: Duration?

    /// Limits; what is left out is unlimited.
    public init(size: Int? = nil, count: Int? = nil, timeToLive: Duration? = nil) {
        self.size = size
        self.count = count
        self.timeToLive = timeToLive
    }

    func isExpired(age: Nanoseconds) -> Bool {
        guard let timeToLive else { return false }
        return age >= timeToLive.nanoseconds
    }

    /// True where `bytes` and `count` are more than may be held.
    func areExceeded(bytes: Int, count: Int) -> Bool {
        if let size, bytes > size { return true }
        if let limit = self.count, count > limit { return true }
        return false
    }
}
