/// RACK (RFC 8985): segments sent before the most recently sent delivered one, by more than the reordering
/// window, are lost. Times in microseconds.
struct RecentAcknowledgement {
    private var sentAt = 0
    private var end = 0
    private var roundTrip = 0
    private var hasNews = false

    /// A segment was delivered.
    mutating func heard(of segment: Scoreboard.Sent, at now: Int, leastRoundTrip: Int) {
        let time = now - segment.sentAt
        // An acknowledgement faster than any round trip is for the original, not the retransmission.
        if segment.wasEverResent, time < leastRoundTrip { return }
        hasNews = true
        roundTrip = time
        let end = segment.range.upperBound
        if (segment.sentAt, end) > (sentAt, self.end) { (sentAt, self.end) = (segment.sentAt, end) }
    }

    /// Losses were taken back: what is outstanding is looked at again.
    mutating func lookAgain() { hasNews = true }

    /// Whether a segment of that age may still arrive.
    func mayArrive(age: Int) -> Bool { age < roundTrip }

    /// Marks losses. Whether any were found, and the time until all doubtful segments are decided; nil if
    /// there are none.
    mutating func detect(in board: inout Scoreboard, window: Int, byTimer: Bool, at now: Int)
        -> (found: Bool, wait: Int?)
    {
        guard hasNews || byTimer else { return (false, nil) }
        if !byTimer { hasNews = false }
        var found = false
        var longest = 0
        for index in board.indices {
            let sent = board[index]
            if !sent.isWatched || sent.isSacked || sent.isLost && !sent.isResent { continue }
            guard (sent.sentAt, sent.range.upperBound) < (sentAt, end) else { continue }
            let left = sent.sentAt + roundTrip + window - now
            if left <= 0 {
                board.lose(index)
                board.stopWatching(index)
                found = true
            } else {
                longest = max(longest, left)
            }
        }
        return (found, longest > 0 ? longest : nil)
    }
}
