/// How fast one direction of a line carries bytes.
package enum LineRate: Hashable, Sendable {
    /// Carries packets in no time.
    case unlimited
    /// Bits per second.
    case constant(Int64)
    case schedule(RateSchedule)
    case trace(OpportunityTrace)
}

extension LineRate {
    /// Bits per second, the mean over one round if the rate changes; nil if unlimited.
    package var meanBps: Int64? {
        switch self {
        case .unlimited: nil
        case .constant(let rate): rate
        case .schedule(let schedule): schedule.meanBps
        case .trace(let trace): trace.meanBps
        }
    }

    /// The highest rate in bits per second; nil if unlimited. A trace carries in instantaneous bursts, so its
    /// mean counts.
    package var peakBps: Int64? {
        if case .schedule(let schedule) = self { return schedule.pieces.map(\.rateBps).max() ?? 0 }
        return meanBps
    }

    /// True if the rate never changes.
    package var isSteady: Bool {
        switch self {
        case .unlimited, .constant: true
        case .schedule, .trace: false
        }
    }
}
