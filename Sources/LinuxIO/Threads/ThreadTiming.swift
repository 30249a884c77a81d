internal import CLinux
import Glibc
package import Wire

/// How exactly the calling thread is woken.
package enum ThreadTiming {
    /// Scheduler slice in nanoseconds. A thread with a short slice is scheduled sooner.
    private static let slice: UInt64 = 100_000

    /// Requests the most exact waking that a thread may have permanently. Ignores refusals.
    package static func makeExact() {
        dropSlack()
        if setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -20) != 0 { _ = netlab_set_slice(slice) }
    }

    /// Makes the calling thread's waits end exactly; for ordinary threads the kernel extends them by a
    /// thousandth. For threads in virtual time, where no thread keeps another from a processor.
    package static func makeExactInVirtualTime(rank: Int32) {
        dropSlack()
        setRealTime(true, rank: rank)
    }

    /// Makes the calling thread's waits end on time, instead of up to 50 us later to save a wake-up. Does not
    /// change scheduling.
    package static func dropSlack() {
        _ = netlab_set_timer_slack(1)
    }

    /// Puts the calling thread before every ordinary one, including other sessions' threads, against which
    /// niceness has no effect, or undoes that. False if this user may not.
    ///
    /// For a thread that sleeps much of the time or keeps to a `PrecedenceBudget`: the kernel stops any other
    /// thread for tens of milliseconds. A thread of higher rank preempts one of lower rank.
    @discardableResult
    package static func setRealTime(_ isRealTime: Bool, rank: Int32 = 1) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = isRealTime ? rank : 0
        return sched_setscheduler(0, isRealTime ? SCHED_FIFO : SCHED_OTHER, &parameters) == 0
    }

    /// Drops the priority that the calling thread inherited from the thread that started it.
    package static func makeOrdinary() {
        setRealTime(false)
        _ = netlab_set_slice(0)
    }

    /// Processor time of the calling thread so far.
    package static func processorTime() -> Nanoseconds {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
