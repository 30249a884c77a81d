import LinkModel

extension OpportunityTrace {
    /// The rate in bit/s if this is its even schedule, as `TraceSchedule` makes it; nil if it is uneven or
    /// ends.
    var steadyBps: Int64? {
        guard repeats, let last = milliseconds.last else { return nil }
        let count = Int64(milliseconds.count)
        let period = Int64(last)
        for (index, time) in milliseconds.enumerated() {
            guard Int64(time) == ((Int64(index) + 1) * period + count - 1) / count else { return nil }
        }
        return meanBps
    }

    /// The trace as a rate: a constant one if it is steady.
    var lineRate: LineRate {
        steadyBps.map { .constant($0) } ?? .trace(self)
    }
}
