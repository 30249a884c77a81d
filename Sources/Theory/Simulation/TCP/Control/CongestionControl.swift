import Wire

/// A sender's congestion control. It is notified of events, and its decisions are read from it: the
/// congestion window, the rate, and the time of the next release.
protocol CongestionControl {
    /// The congestion window, in segments.
    var window: Int { get }
    /// The slow start threshold, in segments; nil without one.
    var threshold: Int? { get }
    /// Bytes per second: the kernel sizes bursts by it, and paces them if the control wants pacing.
    var pacingRate: Int { get }
    /// Earliest time of the next segment; without pacing, the time of the last one.
    var release: Instant { get }
    /// Minimum number of segments in a burst, if the window has room for them.
    var leastBurst: Int { get }
    /// Number of segments for which the kernel accepts bytes ahead.
    var provisioned: Int { get }

    /// The connection is established, with a window of one segment if `isCautious`.
    mutating func begin(_ sender: SenderState, isCautious: Bool)
    /// The application is about to write.
    mutating func willWrite(_ sender: SenderState)
    /// Data is about to be sent while nothing is outstanding.
    mutating func resume(_ sender: SenderState)
    /// A burst of `segments` goes out, new or retransmitted.
    mutating func willSend(_ range: Range<Int>, segments: Int, again: Bool, _ sender: SenderState)
    /// A round of sending has ended; `isLimited` if the window held data back.
    mutating func didSend(isLimited: Bool, _ sender: SenderState)
    /// A segment is known to have arrived, for the first time.
    mutating func delivered(_ range: Range<Int>)
    /// A round trip of the last delivered segment was measured, in microseconds.
    mutating func measured(_ roundTrip: Int, _ sender: SenderState)
    /// An acknowledgement has been processed.
    mutating func acknowledged(_ news: AcknowledgementEffects, _ sender: SenderState)
    /// A loss was found: start to reduce the window.
    mutating func reduce()
    /// The timer found the loss, not an acknowledgement.
    mutating func reducedByTimer(_ sender: SenderState)
    /// What the threshold is now comes back if the reduction that follows proves needless.
    mutating func rememberThreshold()
    /// There is nothing to come back to.
    mutating func forgetThreshold()
    /// All losses have been repaired.
    mutating func repaired()
    /// A retransmission timeout; `isNew` is false if it repeats one for the same segments.
    mutating func timedOut(isNew: Bool, _ sender: SenderState)
    /// The last reduction was needless.
    mutating func undo(_ sender: SenderState)
}
