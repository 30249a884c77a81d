internal import CLinux
import Glibc
package import Wire

/// The run's only clock: CLOCK_MONOTONIC counted from the run's start. May be read from any thread.
package struct RunClock: Hashable, Sendable {
    /// CLOCK_MONOTONIC at the run's start.
    package let origin: Nanoseconds

    /// Starts the clock now.
    package init() {
        origin = Self.read(CLOCK_MONOTONIC)
    }

    @inline(__always)
    package func now() -> Instant {
        Instant(nanoseconds: Self.read(CLOCK_MONOTONIC) - origin)
    }

    /// Nanoseconds since 1970, for timestamps of captures and for dates.
    package static func wall() -> Int64 {
        read(CLOCK_REALTIME)
    }

    /// Nanoseconds since 1970 at the kernel's latest tick, which needs no reading of the hardware.
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

// MARK: Wall

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
