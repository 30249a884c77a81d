/// A length of time in nanoseconds. Negative where a moment lies before its reference.
public typealias Nanoseconds = Int64

/// A moment on the run's one clock: nanoseconds of CLOCK_MONOTONIC since the run's start.
///
/// Pure code is handed instants and never reads a clock, so the same model runs in real and in virtual time.
///
/// It is public because the compiler carries nothing `package` from one room into another's code, `@inlinable` or not: what
/// is asked for every packet would be a call through a witness table. The same goes for the other public types here.
public struct Instant: Hashable, Comparable, Sendable {
    /// Since the run's start.
    public var nanoseconds: Nanoseconds

    /// So long after the run's start.
    @inlinable
    public init(nanoseconds: Nanoseconds) {
        self.nanoseconds = nanoseconds
    }

    /// The run's start.
    @inlinable
    public static var zero: Instant { Instant(nanoseconds: 0) }

    /// True where the left one comes first.
    @inlinable
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }

    /// So much later.
    @inlinable
    public static func + (lhs: Instant, rhs: Nanoseconds) -> Instant {
        Instant(nanoseconds: lhs.nanoseconds + rhs)
    }

    /// So much earlier.
    @inlinable
    public static func - (lhs: Instant, rhs: Nanoseconds) -> Instant {
        Instant(nanoseconds: lhs.nanoseconds - rhs)
    }

    /// How long after the right one the left one is.
    @inlinable
    public static func - (lhs: Instant, rhs: Instant) -> Nanoseconds {
        lhs.nanoseconds - rhs.nanoseconds
    }
}
