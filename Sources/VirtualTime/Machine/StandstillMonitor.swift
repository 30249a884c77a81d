import Wire

/// Measures how long a guest's clock has stood still, because a program inside computes without reading the
/// clock.
struct StandstillMonitor: Sendable {
    private var time: UInt64?
    private var since: Nanoseconds = 0

    /// How long the clock has shown `time`. `now` is time outside the guest.
    mutating func standing(at time: UInt64, _ now: Nanoseconds) -> Nanoseconds {
        if self.time != time { (self.time, since) = (time, now) }
        return now - since
    }
}
