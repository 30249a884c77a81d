package import Wire

/// Sends packets one after another at a constant rate.
///
/// Each service end is computed from the previous one, not from the time of the call, and fractions of a
/// nanosecond are carried over: the rate is exact over any number of packets.
package struct Serialiser: Sendable {
    /// nil means no transmission time.
    private var rateBps: Int64?
    /// When the packet in service is complete.
    package private(set) var freeAt: Instant = .zero
    /// The fraction that `freeAt` omits, in 1/rate nanoseconds: always below `rateBps`.
    private var remainder: Int64 = 0

    package init(rateBps: Int64?) {
        self.rateBps = rateBps
    }

    package mutating func serve(bytes: Int, arrivingAt arrival: Instant) -> (start: Instant, end: Instant) {
        guard let rateBps else { return (arrival, arrival) }
        if arrival > freeAt {
            freeAt = arrival
            remainder = 0
        }
        let start = freeAt
        let bitNanoseconds = Int64(bytes) * 8 * 1_000_000_000 + remainder
        freeAt = start + bitNanoseconds / rateBps
        remainder = bitNanoseconds % rateBps
        return (start, freeAt)
    }

    /// Changes the rate; the packet in service keeps its end.
    package mutating func change(to rateBps: Int64?) {
        self.rateBps = rateBps
        remainder = 0
    }

    /// Keeps the line busy until `instant`: nothing begins before it.
    package mutating func hold(until instant: Instant) {
        guard rateBps != nil, instant > freeAt else { return }
        freeAt = instant
        remainder = 0
    }
}
