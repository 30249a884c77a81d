import Wire

/// What an acknowledgement tells a sender of its path.
struct PathNews {
    var now = Instant.zero
    var sample: DeliverySample?
    /// Segments that arrived, by this one and in all; and when the last did, in microseconds.
    var acknowledged = 0
    var delivered = 0
    var deliveredAt = 0
    /// Segments that are lost by it, and in all.
    var lost = 0
    var lostInAll = 0
    /// In microseconds.
    var roundTrip: Int?
    /// One short segment, answered alone: the other end may have waited.
    var isMaybeDelayed = false
    /// The smoothed round trip, in microseconds; 0 where none was measured.
    var meanRoundTrip = 0
    /// Segments out before it, and now.
    var inFlightBefore = 0
    var inFlight = 0
    /// Microseconds until the next segments may go.
    var held = 0
    var state = LossRecovery.State.open
}
