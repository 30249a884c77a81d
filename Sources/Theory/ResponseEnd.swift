import Wire

/// How a response ended, and the state in which it leaves its connection.
struct ResponseEnd {
    /// When its last byte is at the client.
    var arrival: Instant
    /// What the sender may have in flight once everything is acknowledged, in segments.
    var window: Int
    /// How long from `arrival` on the up-link is busy with acknowledgements.
    var upBusy: Nanoseconds
    /// See `TheoryInput`.
    var isInteractive: Bool
    /// False where the last segment's acknowledgement waits for the next request.
    var isAcknowledged: Bool
}
