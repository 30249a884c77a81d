package import Wire

/// The two clocks read together: the run's own, and the wall clock that captures are stamped by.
package struct ClockSample: Hashable, Sendable {
    package var run: Instant
    /// Nanoseconds since 1970.
    package var wall: Int64

    package init(run: Instant, wall: Int64) {
        self.run = run
        self.wall = wall
    }
}
