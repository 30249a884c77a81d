import Wire

/// Tells for how long a guest's clock has stood still: something inside computes, and does not look at the clock.
struct StandstillWatch: Sendable {
    private var time: UInt64?
    private var since: Nanoseconds = 0

    /// How long it has stood at `time` by `now`, which is of the clock outside.
    mutating func standing(at time: UInt64, _ now: Nanoseconds) -> Nanoseconds {
        if self.time != time { (self.time, since) = (time, now) }
        return now - since
    }
}
