internal import CLinux
import Glibc
package import Wire

/// What this process has used so far.
package enum ProcessTiming {
    /// Processor time of all its threads together.
    package static func processorTime() -> Nanoseconds {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
