import Synchronization
package import Wire

/// The date as the hosts of a bench know it: the machine's, and as far ahead as it was set. Any thread may ask.
package final class Calendar: Sendable {
    private let ahead = Atomic<Nanoseconds>(0)

    package init() {}

    /// Nanoseconds since 1970.
    package var wall: Int64 { RunClock.wall() &+ ahead.load(ordering: .relaxed) }

    /// Whole seconds since 1970, as of the kernel's latest tick: less work to ask for, and a few milliseconds old at most.
    package var seconds: Int64 {
        (RunClock.coarseWall() &+ ahead.load(ordering: .relaxed)) / 1_000_000_000
    }

    /// A moment of the run's clock, as a clock would show it that goes with this calendar.
    package func moment(_ instant: Instant) -> Instant {
        Instant(nanoseconds: instant.nanoseconds &+ ahead.load(ordering: .relaxed))
    }

    /// Sets the date ahead, without anybody having waited.
    package func advance(by time: Nanoseconds) {
        ahead.add(time, ordering: .relaxed)
    }
}
