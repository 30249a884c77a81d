import Wire

/// When the bytes of a stream arrived, kept only as long as somebody may still ask.
struct ArrivalTimes {
    private struct Arrival {
        /// Offset in the stream after the last byte of this arrival.
        var end: Int
        var instant: Instant
    }

    /// Forgotten arrivals at the front before the list is compacted.
    private static let slack = 64

    private var arrivals: [Arrival] = []
    /// Index of the first that is not forgotten.
    private var first = 0
    /// Bytes received in all.
    private(set) var end = 0

    mutating func note(_ count: Int, at instant: Instant) {
        end += count
        arrivals.append(Arrival(end: end, instant: instant))
    }

    /// When the byte at `offset` arrived; the latest arrival if it was forgotten or has not arrived.
    func instant(of offset: Int) -> Instant? {
        guard offset < end else { return arrivals.last?.instant }
        for place in first..<arrivals.count where arrivals[place].end > offset {
            return arrivals[place].instant
        }
        return nil
    }

    /// Forgets arrivals that lie entirely before `offset`, but never the last one.
    mutating func forget(before offset: Int) {
        while first < arrivals.count - 1, arrivals[first].end <= offset { first += 1 }
        guard first > Self.slack, 2 * first > arrivals.count else { return }
        arrivals.removeFirst(first)
        first = 0
    }
}
