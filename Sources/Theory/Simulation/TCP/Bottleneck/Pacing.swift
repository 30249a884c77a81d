import Wire

/// The time that segments take at a rate: the next ones wait for it.
enum Pacing {
    /// The first segments of a connection go as they come.
    static let unpaced = 10

    /// After `bytes` at `rate` bytes a second. Who was late before, by `credit`, catches up by half of it at most.
    static func gap(bytes: Int, rate: Int, credit: Nanoseconds) -> Nanoseconds {
        guard rate > 0 else { return 0 }
        let length = Nanoseconds(bytes) * 1_000_000_000 / Nanoseconds(rate)
        return length - min(length / 2, credit)
    }
}
