/// Effects of one acknowledgement.
struct AcknowledgementNews {
    /// State before it.
    let inFlightBefore: Int
    let wasAnythingOut: Bool
    /// Bytes newly acknowledged cumulatively.
    let advance: Int
    let isDuplicateTold: Bool
    var movesWindow = false
    /// Segments newly acknowledged, cumulatively or selectively.
    private(set) var delivered = 0
    private(set) var hasAcknowledged = false
    private(set) var hasSacked = false
    private var hasResentAcknowledged = false
    /// After a timeout, a segment that was never retransmitted was acknowledged: the timeout was spurious.
    private(set) var isOriginalAcknowledged = false
    private var sentAt: (first: Int, last: Int)?
    private var sackedSentAt: (first: Int, last: Int)?
    /// Round trip of the latest delivery, in microseconds.
    var latestRoundTrip: Int?
    /// Segments that it makes lost, retransmissions included.
    var lost = 0

    init(_ segment: SimulatedSegment, from unacknowledged: Int, _ board: Scoreboard) {
        inFlightBefore = board.inFlight
        wasAnythingOut = !board.isEmpty
        advance = segment.acknowledged - unacknowledged
        isDuplicateTold = segment.duplicate != nil
    }

    var isAdvanced: Bool { advance > 0 }

    /// Notes a segment acknowledged beyond a gap; `recoveryEnd` is the stream position when the loss was
    /// found.
    mutating func sack(_ sent: Scoreboard.Sent, recoveryEnd: Int) {
        delivered += 1
        hasSacked = true
        guard !sent.wasEverResent else { return }
        sackedSentAt = (sackedSentAt?.first ?? sent.sentAt, sent.sentAt)
        if sent.range.upperBound <= recoveryEnd { isOriginalAcknowledged = true }
    }

    mutating func acknowledge(_ sent: Scoreboard.Sent, recoveryEnd: Int) {
        hasAcknowledged = true
        if !sent.isSacked { delivered += 1 }
        if sent.wasEverResent {
            hasResentAcknowledged = true
        } else if !sent.isSacked {
            sentAt = (sentAt?.first ?? sent.sentAt, sent.sentAt)
            if sent.range.upperBound <= recoveryEnd { isOriginalAcknowledged = true }
        }
    }

    /// The measured round trips in microseconds, of the first and the last segment; `echoed` is the
    /// timestamp's sample.
    func samples(at now: Int, echoed: @autoclosure () -> Int) -> (first: Int, last: Int)? {
        let plain = hasResentAcknowledged ? nil : sentAt
        if let first = plain?.first ?? sackedSentAt?.first, let last = sackedSentAt?.last ?? plain?.last {
            return (now - first, now - last)
        }
        guard hasAcknowledged else { return nil }
        let echoed = echoed()
        return (echoed, echoed)
    }
}
