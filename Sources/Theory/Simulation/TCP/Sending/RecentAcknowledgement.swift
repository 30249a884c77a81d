/// RACK (RFC 8985): of what was delivered, the segment that was sent last. What was sent before it by more than order may
/// change is lost. Times in microseconds.
struct RecentAcknowledgement {
    /// Duplicates that tell of a loss, not of a change of order.
    private static let tellingDuplicates = 3

    private var sentAt = 0
    private var end = 0
    private var roundTrip = 0
    private var hasNews = false

    /// A segment was delivered.
    mutating func heard(of segment: Scoreboard.Sent, at now: Int, leastRoundTrip: Int) {
        let time = now - segment.sentAt
        // A copy that came sooner than the line allows: it was the first one.
        if segment.wasEverResent, time < leastRoundTrip { return }
        hasNews = true
        roundTrip = time
        let end = segment.range.upperBound
        if (segment.sentAt, end) > (sentAt, self.end) { (sentAt, self.end) = (segment.sentAt, end) }
    }

    /// By how much order may have changed.
    static func window(_ board: Scoreboard, _ roundTrip: RoundTripEstimate, isRecovering: Bool) -> Int {
        if isRecovering || board.sacked >= tellingDuplicates { return 0 }
        return min(roundTrip.least >> 2, roundTrip.mean)
    }

    /// Whether a segment of that age may still be on its way.
    func mayArrive(age: Int, window: Int) -> Bool { age < roundTrip + window }

    /// Marks what is lost. True if something was, and how long it takes until all that is in doubt is: nil where nothing is.
    mutating func detect(in board: inout Scoreboard, window: Int, byTimer: Bool, at now: Int)
        -> (found: Bool, wait: Int?)
    {
        guard hasNews || byTimer else { return (false, nil) }
        hasNews = false
        var found = false
        var longest = 0
        for index in board.indices {
            let sent = board[index]
            if sent.isSacked || sent.isLost && !sent.isResent { continue }
            guard (sent.sentAt, sent.range.upperBound) < (sentAt, end) else { continue }
            let left = sent.sentAt + roundTrip + window - now
            if left <= 0 {
                board.lose(index)
                found = true
            } else {
                longest = max(longest, left)
            }
        }
        return (found, longest > 0 ? longest : nil)
    }
}
