package import Wire

extension RunClock {
    /// Both clocks read together, the run's halfway between two readings that enclose the wall's.
    ///
    /// Where something came in between the readings they are taken again: at most a few times.
    package func together() -> (run: Instant, wall: Int64) {
        var best: (run: Instant, wall: Int64) = (.zero, 0)
        var narrowest = Nanoseconds.max
        for _ in 0..<5 {
            let before = now()
            let wall = Self.wall()
            let after = now()
            if after - before < narrowest {
                narrowest = after - before
                best = (before + narrowest / 2, wall)
            }
            if narrowest < 500 { break }
        }
        return best
    }
}
