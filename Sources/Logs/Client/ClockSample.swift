package import Wire

/// One simultaneous reading of two clocks: the run's own, and the wall clock that stamps captures.
package struct ClockSample: Hashable, Sendable {
    package var run: Instant
    /// Nanoseconds since 1970.
    package var wall: Int64

    package init(run: Instant, wall: Int64) {
        self.run = run
        self.wall = wall
    }
}
