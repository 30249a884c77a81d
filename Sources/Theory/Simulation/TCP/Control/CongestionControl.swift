/// How a sender finds out how much may be out, and how fast it goes. It is told what happens and leaves what follows from
/// it at the sender: the window, the rate, and when the next segments may go.
protocol CongestionControl: AnyObject {
    /// The connection is there.
    func begin(_ sender: TCPEndpoint)
    /// The application is about to write.
    func willWrite(_ sender: TCPEndpoint)
    /// Something is to go that nothing is out before.
    func resume(_ sender: TCPEndpoint)
    /// So many segments go now, together, for the first time or again.
    func willSend(_ range: Range<Int>, segments: Int, again: Bool, _ sender: TCPEndpoint)
    /// As much as is allowed went, or the window kept more from going.
    func didSend(isLimited: Bool, _ sender: TCPEndpoint)
    /// A segment is known to have arrived, for the first time.
    func delivered(_ segment: Scoreboard.Sent, _ sender: TCPEndpoint)
    /// The round trip was measured: of what arrived last, in microseconds.
    func measured(_ roundTrip: Int, _ sender: TCPEndpoint)
    /// All that an acknowledgement says has been noted.
    func acknowledged(_ news: TCPEndpoint.News, _ sender: TCPEndpoint)
    /// A loss was found: the window is to come down.
    func reduce(_ sender: TCPEndpoint)
    /// The timer found the loss, not an acknowledgement.
    func reducedByTimer(_ sender: TCPEndpoint)
    /// What was lost has been repaired.
    func repaired(_ sender: TCPEndpoint)
    /// Nothing was heard for too long; `isNew` where that is not so again for the same segments.
    func timedOut(isNew: Bool, _ sender: TCPEndpoint)
    /// The timeout was in vain.
    func undo(_ sender: TCPEndpoint)
    /// The fewest segments that go together, where there is room for them.
    func leastBurst(_ sender: TCPEndpoint) -> Int
    /// For so many segments the kernel takes bytes ahead.
    func provisioned(_ sender: TCPEndpoint) -> Int
}
