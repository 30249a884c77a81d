import Wire

/// What an acknowledgement says about the path.
struct PathSample {
    var now = Instant.zero
    var sample: DeliverySample?
    /// Segments delivered, by this acknowledgement and in total; and the last delivery's time, in
    /// microseconds.
    var acknowledged = 0
    var delivered = 0
    var deliveredAt = 0
    /// Segments found lost, by this acknowledgement and in total.
    var lost = 0
    var lostInAll = 0
    /// Microseconds.
    var roundTrip: Int?
    /// A single short segment was acknowledged alone: the acknowledgement may have been delayed.
    var isMaybeDelayed = false
    /// The smoothed round trip, in microseconds; 0 before the first sample.
    var meanRoundTrip = 0
    /// Segments in flight before it, and now.
    var inFlightBefore = 0
    var inFlight = 0
    /// Microseconds until the next segments may go.
    var held = 0
    var state = LossRecovery.State.open
}
