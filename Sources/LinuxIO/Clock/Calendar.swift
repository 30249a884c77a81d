import Synchronization
package import Wire

/// The date on a bench's hosts: the machine's date plus the time it was advanced by. May be used from any
/// thread.
package final class Calendar: Sendable {
    private let ahead = Atomic<Nanoseconds>(0)

    package init() {}

    /// Nanoseconds since 1970.
    package var wall: Int64 { RunClock.wall() &+ ahead.load(ordering: .relaxed) }

    /// Whole seconds since 1970 at the kernel's latest tick: cheaper to read, and at most a few milliseconds
    /// old.
    package var seconds: Int64 {
        (RunClock.coarseWall() &+ ahead.load(ordering: .relaxed)) / 1_000_000_000
    }

    /// An instant of the run's clock, moved ahead like this calendar.
    package func moment(_ instant: Instant) -> Instant {
        Instant(nanoseconds: instant.nanoseconds &+ ahead.load(ordering: .relaxed))
    }

    /// Advances the date without waiting.
    package func advance(by time: Nanoseconds) {
        ahead.add(time, ordering: .relaxed)
    }
}
