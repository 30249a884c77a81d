internal import CLinux
import Glibc
package import Wire

/// What the process has used so far.
package enum ProcessTiming {
    /// How long all its threads together have run on processors.
    package static func processorTime() -> Nanoseconds {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
