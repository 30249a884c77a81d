internal import Wire

/// How often transfers may begin: each takes a token, and tokens come at a steady rate until the bucket is full. Pure.
struct RateLimiter: Hashable {
    let limit: RateLimit
    /// How much there is, in tokens.
    private var level: Double
    private var filled: Instant

    /// Full at `now`.
    init(_ limit: RateLimit, at now: Instant) {
        self.limit = limit
        level = Double(limit.burst)
        filled = now
    }

    /// True where there was a token, which is gone now.
    mutating func take(at now: Instant) -> Bool {
        fill(at: now)
        // What rounding takes of a token is not missed.
        guard level > 1 - 1e-6 else { return false }
        level -= 1
        return true
    }

    /// When there is a token, if nobody takes one before.
    mutating func next(at now: Instant) -> Instant {
        fill(at: now)
        guard level < 1 else { return now }
        return now + Nanoseconds(((1 - level) / limit.perSecond * 1e9).rounded(.up))
    }

    private mutating func fill(at now: Instant) {
        guard now > filled else { return }
        level = min(Double(limit.burst), level + Double(now - filled) / 1e9 * limit.perSecond)
        filled = now
    }
}
