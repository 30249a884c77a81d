/// What a sender knows of losses: in which state it is, and what it has heard of the segments sent last.
struct LossRecovery {
    enum State: Int, Comparable {
        case open, disorder, reduced, recovery, loss

        static func < (lhs: State, rhs: State) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    var state = State.open
    /// The state ends when all up to here is acknowledged.
    var end = 0

    // Proportional rate reduction.
    var windowBefore = 0
    var delivered = 0
    var sent = 0

    // What came before a retransmission timeout, given back where that was in vain.
    var thresholdBefore = 0
    var mayBeVain = false

    // Recent acknowledgement: of what was delivered, what was sent last.
    var latestSentAt = 0
    var latestEnd = 0
    var latestRoundTrip = 0
    var hasNews = false

    /// Up to where the stream was sent when the tail was probed; nil where it was not.
    var probed: Int?
    /// The probe was something sent again.
    var isProbeRepeated = false

    /// The window is on its way down.
    var isReducing: Bool { state == .reduced || state == .recovery }

    /// A segment was delivered that was sent so long ago.
    mutating func heard(of segment: Scoreboard.Sent, at now: Int, leastRoundTrip: Int) {
        let time = now - segment.sentAt
        // A copy that came sooner than the line allows: it was the first one.
        if segment.wasEverResent, time < leastRoundTrip { return }
        hasNews = true
        latestRoundTrip = time
        let end = segment.range.upperBound
        if (segment.sentAt, end) > (latestSentAt, latestEnd) {
            latestSentAt = segment.sentAt
            latestEnd = end
        }
    }
}
