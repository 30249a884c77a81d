import Wire

/// Sender state passed to its congestion control.
struct SenderState {
    let now: Instant
    let next: Int
    let unacknowledged: Int
    /// Bytes written and not sent.
    let unsent: Int
    /// Unacknowledged segments, and those of them believed to be in flight.
    let out: Int
    let inFlight: Int
    /// Every lost segment has been retransmitted.
    let hasResentLost: Bool
    /// Total number of losses so far.
    let losses: Int
    let lastSent: Instant
    let roundTrip: RoundTripEstimate
    let recovery: LossRecovery.State
    /// Every segment that arrives grows the window, not only those acknowledged cumulatively.
    let growsByNews: Bool
    let reduction: RateReduction

    /// The window is being reduced.
    var isReducing: Bool { recovery == .reduced || recovery == .recovery }
    var microseconds: Int { KernelTime.microseconds(now) }

    init(
        _ sequence: SendSequence,
        _ outstanding: OutstandingSegments,
        lastSent: Instant,
        at now: Instant
    ) {
        self.now = now
        next = sequence.next
        unacknowledged = sequence.unacknowledged
        unsent = sequence.unsent
        out = outstanding.board.count
        inFlight = outstanding.inFlight
        hasResentLost = outstanding.board.lost <= outstanding.board.resent
        losses = outstanding.board.losses
        self.lastSent = lastSent
        roundTrip = outstanding.roundTrip
        recovery = outstanding.recovery.state
        growsByNews = outstanding.growsByNews
        reduction = outstanding.recovery.reduction
    }
}
