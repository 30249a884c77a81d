import Wire

/// Time between paced segments.
enum Pacing {
    /// Number of segments at the start of a connection that are not paced.
    static let unpaced = 10

    /// Gap after `bytes` at `rate` bytes per second. A sender that is late, by `credit`, catches up by at
    /// most half of the gap.
    static func gap(bytes: Int, rate: Int, credit: Nanoseconds) -> Nanoseconds {
        guard rate > 0 else { return 0 }
        let length = Nanoseconds(bytes) * 1_000_000_000 / Nanoseconds(rate)
        return length - min(length / 2, credit)
    }
}
