/// Effects of one acknowledgement.
struct AcknowledgementEffects {
    /// State before it.
    let inFlightBefore: Int
    let wasAnythingOut: Bool
    /// Position acknowledged before it.
    let before: Int
    /// End of the segments that had arrived before it.
    let furthestBefore: Int
    /// Bytes newly acknowledged cumulatively.
    let advance: Int
    /// The time that it echoes, in milliseconds.
    let echo: Int
    /// It reports a retransmission that was needless, a tail probe's if the second is true.
    var reportsDuplicate = false
    var isProbeDuplicate = false
    var movesWindow = false
    var carriesData = false
    /// Segments newly acknowledged, cumulatively or selectively, and those reported as received twice.
    private(set) var delivered = 0
    private(set) var hasAcknowledged = false
    private(set) var hasSacked = false
    private var hasResentAcknowledged = false
    /// A segment from before the loss that was never retransmitted was acknowledged.
    private(set) var isOriginalAcknowledged = false
    private var sentAt: (first: Int, last: Int)?
    private var sackedSentAt: (first: Int, last: Int)?
    /// Beginning of the first segment that arrived without having been sent again, cumulatively and beyond a gap.
    private var firstOriginal: Int?
    private(set) var firstSacked: Int?
    /// The latest sent of the covered segments.
    private var latest: Scoreboard.Sent?
    /// Round trip of the latest delivery, in microseconds.
    var latestRoundTrip: Int?
    /// Segments that it makes lost, retransmissions included.
    var lost = 0
    var hasLostRetransmission = false
    /// Microseconds until RACK decides about doubtful segments; nil if there are none.
    var doubt: Int?

    init(_ segment: SimulatedSegment, from unacknowledged: Int, _ board: Scoreboard) {
        inFlightBefore = board.inFlight
        wasAnythingOut = !board.isEmpty
        before = unacknowledged
        furthestBefore = board.sackedEnd ?? unacknowledged
        advance = segment.acknowledged - unacknowledged
        echo = segment.echo
        carriesData = segment.payload > 0
    }

    var isAdvanced: Bool { advance > 0 }
    /// It is more than a repetition.
    var isPlain: Bool { hasAcknowledged || movesWindow || carriesData }
    /// It repeats the last one and says nothing else.
    var isRepetition: Bool { !isAdvanced && !isPlain && !reportsDuplicate }
    /// Segments delivered when the latest of the covered ones was sent; nil without any.
    var deliveredBefore: Int? { latest?.deliveredBefore }
    /// Beginning of the first segment that was acknowledged cumulatively without having been sent again, if others behind it
    /// had arrived before.
    var reordered: Int? { firstOriginal.flatMap { $0 < furthestBefore ? $0 : nil } }

    /// Notes a segment acknowledged beyond a gap; `recoveryEnd` is the stream position when the loss was
    /// found, `furthest` the end of what had arrived.
    mutating func sack(_ sent: Scoreboard.Sent, recoveryEnd: Int, furthest: Int) {
        delivered += 1
        hasSacked = true
        note(sent)
        guard !sent.wasEverResent else { return }
        if sent.range.lowerBound < furthest { noteReordering(at: sent.range.lowerBound) }
        sackedSentAt = (sackedSentAt?.first ?? sent.sentAt, sent.sentAt)
        if sent.range.upperBound <= recoveryEnd { isOriginalAcknowledged = true }
    }

    mutating func acknowledge(_ sent: Scoreboard.Sent, recoveryEnd: Int) {
        hasAcknowledged = true
        if !sent.isSacked {
            delivered += 1
            note(sent)
        }
        if sent.wasEverResent {
            hasResentAcknowledged = true
        } else if !sent.isSacked {
            sentAt = (sentAt?.first ?? sent.sentAt, sent.sentAt)
            firstOriginal = firstOriginal ?? sent.range.lowerBound
            if sent.range.upperBound <= recoveryEnd { isOriginalAcknowledged = true }
        }
    }

    /// Notes that the other end has received this many segments twice.
    mutating func duplicate(_ segments: Int) {
        reportsDuplicate = true
        delivered += segments
    }

    mutating func noteReordering(at place: Int) { firstSacked = min(firstSacked ?? place, place) }

    private mutating func note(_ sent: Scoreboard.Sent) {
        guard let before = latest else { return latest = sent }
        if (sent.sentAt, sent.range.upperBound) > (before.sentAt, before.range.upperBound) { latest = sent }
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

    /// Whether the retransmission timer starts anew: something was acknowledged, or what arrived beyond a gap was sent after
    /// the oldest segment went last.
    func restartsTimer(_ oldest: Scoreboard.Sent?) -> Bool {
        if hasAcknowledged { return true }
        guard let oldest, let sacked = sackedSentAt?.first else { return false }
        return sacked < oldest.sentAt
    }
}
