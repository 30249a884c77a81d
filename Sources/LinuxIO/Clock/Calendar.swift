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

    /// Nanoseconds count to the year 2262: the rest of the time until then is for what a cache keeps.
    package static let furthest: Nanoseconds = 36_500 * 86_400_000_000_000

    /// Advances the date without waiting. False, and it stays as it is, if it would be ahead of the machine's by more
    /// than a hundred years.
    @discardableResult
    package func advance(by time: Nanoseconds) -> Bool {
        var before = ahead.load(ordering: .relaxed)
        while true {
            let (after, isTooFar) = before.addingReportingOverflow(time)
            guard !isTooFar, 0...Self.furthest ~= after else { return false }
            let (isDone, other) = ahead.compareExchange(
                expected: before,
                desired: after,
                ordering: .relaxed
            )
            if isDone { return true }
            before = other
        }
    }
}
