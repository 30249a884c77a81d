internal import CLinux
import Glibc

/// How exactly the calling thread is woken.
package enum ThreadTiming {
    /// A fair share given out in small pieces: a thread that asks for little gets it sooner.
    private static let slice: UInt64 = 100_000

    /// Asks for the most exact waking that this user may have. What is refused is gone without.
    ///
    /// No real-time class: with a thread that spins, it makes for stalls of tens of milliseconds.
    package static func makeExact() {
        _ = netlab_set_timer_slack(1)
        if setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -20) != 0 { _ = netlab_set_slice(slice) }
    }
}
