/// A duration in nanoseconds; negative for a moment before its reference.
public typealias Nanoseconds = Int64

/// A moment on the run's only clock: nanoseconds of CLOCK_MONOTONIC since the run's start.
///
/// Pure code receives instants and never reads a clock, so the same model runs in real and in virtual time.
///
/// Public since the compiler does not specialise `package` code in another room, even if it is `@inlinable`:
/// operations done for every packet would go through a witness table. The same is true of the other public
/// types here.
public struct Instant: Hashable, Comparable, Sendable {
    /// Time since the run's start.
    public var nanoseconds: Nanoseconds

    /// The instant this long after the run's start.
    @inlinable
    public init(nanoseconds: Nanoseconds) {
        self.nanoseconds = nanoseconds
    }

    /// The run's start.
    @inlinable
    public static var zero: Instant { Instant(nanoseconds: 0) }

    /// True if the left instant is earlier.
    @inlinable
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.nanoseconds < rhs.nanoseconds
    }

    /// The instant this much later.
    @inlinable
    public static func + (lhs: Instant, rhs: Nanoseconds) -> Instant {
        Instant(nanoseconds: lhs.nanoseconds + rhs)
    }

    /// The instant this much earlier.
    @inlinable
    public static func - (lhs: Instant, rhs: Nanoseconds) -> Instant {
        Instant(nanoseconds: lhs.nanoseconds - rhs)
    }

    /// Time from the right instant to the left one.
    @inlinable
    public static func - (lhs: Instant, rhs: Instant) -> Nanoseconds {
        lhs.nanoseconds - rhs.nanoseconds
    }
}
