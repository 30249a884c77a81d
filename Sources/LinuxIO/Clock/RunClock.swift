internal import CLinux
import Glibc
package import Wire

/// The run's one clock: CLOCK_MONOTONIC counted from the run's start. Any thread may read it.
package struct RunClock: Hashable, Sendable {
    /// CLOCK_MONOTONIC at the run's start.
    package let origin: Nanoseconds

    /// A clock that starts now.
    package init() {
        origin = Self.read(CLOCK_MONOTONIC)
    }

    @inline(__always)
    package func now() -> Instant {
        Instant(nanoseconds: Self.read(CLOCK_MONOTONIC) - origin)
    }

    /// Nanoseconds since 1970, for captures' stamps and dates.
    package static func wall() -> Int64 {
        read(CLOCK_REALTIME)
    }

    /// The same as of the kernel's latest tick, which takes no reading of the hardware.
    static func coarseWall() -> Int64 {
        read(CLOCK_REALTIME_COARSE)
    }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
