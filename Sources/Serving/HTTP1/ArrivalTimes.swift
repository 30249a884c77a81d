import Wire

/// When which bytes of a stream came, kept only as long as somebody may still ask.
struct ArrivalTimes {
    private struct Arrival {
        /// Offset in the stream behind the last byte of this arrival.
        var end: Int
        var instant: Instant
    }

    /// How many forgotten arrivals may stand before the kept ones until they are moved together.
    private static let slack = 64

    private var arrivals: [Arrival] = []
    /// The first that is not forgotten.
    private var first = 0
    /// Bytes that came, in all.
    private(set) var end = 0

    mutating func note(_ count: Int, at instant: Instant) {
        end += count
        arrivals.append(Arrival(end: end, instant: instant))
    }

    /// When the byte at `offset` came; the latest arrival where it was forgotten or has not come.
    func instant(of offset: Int) -> Instant? {
        guard offset < end else { return arrivals.last?.instant }
        for place in first..<arrivals.count where arrivals[place].end > offset {
            return arrivals[place].instant
        }
        return nil
    }

    /// Forgets what came whole before `offset`, but never the last arrival.
    mutating func forget(before offset: Int) {
        while first < arrivals.count - 1, arrivals[first].end <= offset { first += 1 }
        guard first > Self.slack, 2 * first > arrivals.count else { return }
        arrivals.removeFirst(first)
        first = 0
    }
}
