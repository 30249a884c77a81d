/// What one acknowledgement brought.
struct AcknowledgementNews {
    /// How things stood before it.
    let inFlightBefore: Int
    let wasAnythingOut: Bool
    /// Bytes by which the stream is acknowledged further.
    let advance: Int
    let isDuplicateTold: Bool
    var movesWindow = false
    /// Segments told of for the first time.
    private(set) var delivered = 0
    private(set) var hasAcknowledged = false
    private(set) var hasSacked = false
    private var hasResentAcknowledged = false
    /// Something that was never sent again was acknowledged after a timeout: the timeout was in vain.
    private(set) var isOriginalAcknowledged = false
    private var sentAt: (first: Int, last: Int)?
    private var sackedSentAt: (first: Int, last: Int)?
    /// The round trip of what arrived last, in microseconds.
    var latestRoundTrip: Int?
    /// Segments that count as lost by it, and those sent again that count as lost once more.
    var lost = 0

    init(_ segment: SimulatedSegment, from unacknowledged: Int, _ board: Scoreboard) {
        inFlightBefore = board.inFlight
        wasAnythingOut = !board.isEmpty
        advance = segment.acknowledged - unacknowledged
        isDuplicateTold = segment.duplicate != nil
    }

    var isAdvanced: Bool { advance > 0 }

    /// A segment beyond a gap has arrived; `recoveryEnd` is where the stream stood when the loss was found.
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

    /// The round trips that it measures, in microseconds: of the first segment and of the last; `echoed` is what the time
    /// stamp gives.
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
