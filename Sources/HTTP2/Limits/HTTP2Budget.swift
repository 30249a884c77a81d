import Wire

/// The rest of an allowance. It reads no clock: the caller passes the instant of each use.
struct HTTP2Budget {
    private static let second: Nanoseconds = 1_000_000_000

    private let allowance: HTTP2Allowance
    private var left: Int
    /// Instant up to which the refill has been added.
    private var counted: Instant?

    init(_ allowance: HTTP2Allowance) {
        self.allowance = allowance
        left = allowance.burst
    }

    /// False if nothing is left.
    mutating func spend(at now: Instant) -> Bool {
        refill(now)
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    private mutating func refill(_ now: Instant) {
        guard let last = counted, left < allowance.burst, allowance.perSecond > 0 else {
            counted = now
            return
        }
        let pause = Self.second / Nanoseconds(allowance.perSecond)
        let earned = max(0, (now - last) / max(1, pause))
        guard earned > 0 else { return }
        left = min(allowance.burst, left + Int(clamping: earned))
        counted = last + earned * pause
    }
}
