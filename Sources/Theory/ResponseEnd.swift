import Wire

/// How a response ended, and the state in which it left its connection.
struct ResponseEnd {
    /// When its last byte reaches the client.
    var arrival: Instant
    /// The sender's window in segments, once everything is acknowledged.
    var window: Int
    /// How long after `arrival` the up-link stays busy with acknowledgements.
    var upBusy: Nanoseconds
    /// See `TheoryInput`.
    var isInteractive: Bool
    /// False if the last segment's acknowledgement waits for the next request.
    var isAcknowledged: Bool
}
