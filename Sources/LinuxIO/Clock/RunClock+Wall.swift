package import Wire

extension RunClock {
    /// Both clocks read together: the run's time is the middle of two readings around that of the wall clock.
    ///
    /// If something interrupts the readings they are repeated, a few times at most.
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
