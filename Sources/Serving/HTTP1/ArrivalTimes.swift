import Wire

/// When which bytes of a stream came, kept only as long as somebody may still ask.
struct ArrivalTimes {
    private struct Arrival {
        /// Offset in the stream behind the last byte of this arrival.
        var end: Int
        var instant: Instant
    }

    private var arrivals: [Arrival] = []
    private var end = 0

    mutating func note(_ count: Int, at instant: Instant) {
        end += count
        arrivals.append(Arrival(end: end, instant: instant))
    }

    /// When the byte at `offset` came; the latest arrival where it was forgotten or has not come.
    func instant(of offset: Int) -> Instant? {
        (arrivals.first { $0.end > offset } ?? arrivals.last)?.instant
    }

    /// Forgets what came whole before `offset`, but never the last arrival.
    mutating func forget(before offset: Int) {
        let kept = arrivals.firstIndex { $0.end > offset } ?? arrivals.count - 1
        if kept > 0 { arrivals.removeFirst(kept) }
    }
}
