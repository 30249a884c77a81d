import Wire

/// What is left of an allowance. It reads no clock: every use says when.
struct HTTP2Budget {
    private static let second: Nanoseconds = 1_000_000_000

    private let allowance: HTTP2Allowance
    private var left: Int
    /// Up to when the yield of time has been added.
    private var counted: Instant?

    init(_ allowance: HTTP2Allowance) {
        self.allowance = allowance
        left = allowance.burst
    }

    /// False where nothing is left.
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
