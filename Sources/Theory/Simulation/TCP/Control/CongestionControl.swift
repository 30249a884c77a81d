import Wire

/// How a sender finds out how much may be out, and how fast it goes. It is told what happens, and its decisions are read from
/// it: the congestion window, the rate, and when the next segments may go.
protocol CongestionControl {
    /// The congestion window, in segments.
    var window: Int { get }
    /// Bytes a second: the kernel sizes bursts by it, and paces them where the control asks for it.
    var pacingRate: Int { get }
    /// Nothing goes before; of what is not paced when the last went.
    var release: Instant { get }
    /// The fewest segments that go together, where there is room for them.
    var leastBurst: Int { get }
    /// For so many segments the kernel takes bytes ahead.
    var provisioned: Int { get }

    /// The connection is there.
    mutating func begin(_ sender: SenderState)
    /// The application is about to write.
    mutating func willWrite(_ sender: SenderState)
    /// Something is to go that nothing is out before.
    mutating func resume(_ sender: SenderState)
    /// So many segments go now, together, for the first time or again.
    mutating func willSend(_ range: Range<Int>, segments: Int, again: Bool, _ sender: SenderState)
    /// As much as is allowed went, or the window kept more from going.
    mutating func didSend(isLimited: Bool, _ sender: SenderState)
    /// A segment is known to have arrived, for the first time.
    mutating func delivered(_ range: Range<Int>)
    /// The round trip was measured: of what arrived last, in microseconds.
    mutating func measured(_ roundTrip: Int, _ sender: SenderState)
    /// All that an acknowledgement says has been noted.
    mutating func acknowledged(_ news: AcknowledgementNews, _ sender: SenderState)
    /// A loss was found: the window is to come down.
    mutating func reduce()
    /// The timer found the loss, not an acknowledgement.
    mutating func reducedByTimer(_ sender: SenderState)
    /// What was lost has been repaired.
    mutating func repaired()
    /// Nothing was heard for too long; `isNew` where that is not so again for the same segments.
    mutating func timedOut(isNew: Bool, _ sender: SenderState)
    /// The timeout was in vain.
    mutating func undo(_ sender: SenderState)
}
