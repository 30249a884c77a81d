/// A length of time in nanoseconds. Negative where a moment lies before its reference.
package typealias Nanoseconds = Int64

/// A moment on the run's one clock: nanoseconds of CLOCK_MONOTONIC since the run's start.
///
/// Pure code is handed instants and never reads a clock, so the same model runs in real and in virtual time.
package struct Instant: Hashable, Comparable, Sendable {
    package var nanoseconds: Nanoseconds

    @inlinable
    package init(nanoseconds: Nanoseconds) {
        self.nanoseconds = nanoseconds
    }

    /// The run's start.
    package static let zero = Instant(nanoseconds: 0)

    @inlinable
    package static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }

    @inlinable
    package static func + (lhs: Instant, rhs: Nanoseconds) -> Instant {
        Instant(nanoseconds: lhs.nanoseconds + rhs)
    }

    @inlinable
    package static func - (lhs: Instant, rhs: Nanoseconds) -> Instant {
        Instant(nanoseconds: lhs.nanoseconds - rhs)
    }

    @inlinable
    package static func - (lhs: Instant, rhs: Instant) -> Nanoseconds {
        lhs.nanoseconds - rhs.nanoseconds
    }
}
