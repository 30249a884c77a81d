package import Wire

/// Puts one packet after another onto a line of constant rate.
///
/// Service ends are computed from service ends, never from when somebody got round to it, and the fraction of a
/// nanosecond is carried on: the rate is exact over any number of packets.
package struct Serialiser: Sendable {
    /// nil takes no time at all.
    private var rateBps: Int64?
    /// When what it serves now is through.
    package private(set) var freeAt: Instant = .zero
    /// What `freeAt` leaves out, in 1/rate nanoseconds: always below `rateBps`.
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

    /// What is in service ends as it would have.
    package mutating func change(to rateBps: Int64?) {
        self.rateBps = rateBps
        remainder = 0
    }

    /// Lets nothing begin before `instant`: the line is busy with something else until then.
    package mutating func hold(until instant: Instant) {
        guard rateBps != nil, instant > freeAt else { return }
        freeAt = instant
        remainder = 0
    }
}
