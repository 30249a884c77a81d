import Wire

/// Finds out whether a guest's clock stands still for long: something inside computes, and does not look at the clock.
struct StandstillWatch: Sendable {
    /// For so long, in nanoseconds of real time, it may.
    static let patience: Nanoseconds = 8_000_000_000

    /// The guest's time, and since when it has been that.
    private var last: (time: UInt64, since: Nanoseconds)?
    private var isTold = false

    /// Takes note of the guest's time at `now`, by the clock outside; true once for each standstill.
    mutating func stands(at time: UInt64, _ now: Nanoseconds) -> Bool {
        guard let last, last.time == time else {
            last = (time, now)
            isTold = false
            return false
        }
        guard !isTold, now - last.since >= Self.patience else { return false }
        isTold = true
        return true
    }
}
