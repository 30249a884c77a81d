/// How fast one direction of a line carries bytes.
package enum LineRate: Hashable, Sendable {
    /// Everything at once.
    case unlimited
    /// Bits per second.
    case constant(Int64)
    case schedule(RateSchedule)
    case trace(OpportunityTrace)
}

extension LineRate {
    /// Bits per second, of a changing rate the mean over one round of it; nil where there is no limit.
    package var meanBps: Int64? {
        switch self {
        case .unlimited: nil
        case .constant(let rate): rate
        case .schedule(let schedule): schedule.meanBps
        case .trace(let trace): trace.meanBps
        }
    }

    /// The most that it ever carries, in bits per second; nil where there is no limit. A trace carries in bursts of no
    /// time: what counts there is the mean.
    package var peakBps: Int64? {
        if case .schedule(let schedule) = self { return schedule.pieces.map(\.rateBps).max() ?? 0 }
        return meanBps
    }

    /// True where the rate is the same at all times.
    package var isSteady: Bool {
        switch self {
        case .unlimited, .constant: true
        case .schedule, .trace: false
        }
    }
}
