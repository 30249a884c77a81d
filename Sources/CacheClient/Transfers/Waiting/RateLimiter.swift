internal import Wire

/// A token bucket that limits how often transfers begin: each takes one token, and tokens arrive at a steady
/// rate until the bucket is full. Pure.
struct RateLimiter: Hashable {
    let limit: RateLimit
    /// Current number of tokens.
    private var level: Double
    private var filled: Instant

    /// Full at `now`.
    init(_ limit: RateLimit, at now: Instant) {
        self.limit = limit
        level = Double(limit.burst)
        filled = now
    }

    /// Takes a token; false if there is none.
    mutating func take(at now: Instant) -> Bool {
        fill(at: now)
        // Allows for the rounding error of a token.
        guard level > 1 - 1e-6 else { return false }
        level -= 1
        return true
    }

    /// When a token is available, if nobody takes one before.
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
