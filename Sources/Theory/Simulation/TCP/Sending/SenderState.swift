import Wire

/// What a sender shows its congestion control.
struct SenderState {
    let now: Instant
    let next: Int
    let unacknowledged: Int
    /// Bytes that are written and not sent.
    let unsent: Int
    /// Segments that are out and not acknowledged, and those of them that are believed to be on their way.
    let out: Int
    let inFlight: Int
    /// Every lost segment has been sent again.
    let hasResentLost: Bool
    /// How often a segment counted as lost, ever.
    let losses: Int
    let lastSent: Instant
    let roundTrip: RoundTripEstimate
    let recovery: LossRecovery.State
    let reduction: RateReduction

    /// The window is on its way down.
    var isReducing: Bool { recovery == .reduced || recovery == .recovery }
    var microseconds: Int { KernelTime.microseconds(now) }
}
