internal import CLinux
import Glibc
package import Wire

/// How exactly the calling thread is woken.
package enum ThreadTiming {
    /// A fair share given out in small pieces: a thread that asks for little gets it sooner.
    private static let slice: UInt64 = 100_000

    /// Asks for the most exact waking that a thread may have for good. What is refused is gone without.
    package static func makeExact() {
        dropSlack()
        if setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -20) != 0 { _ = netlab_set_slice(slice) }
    }

    /// Has the kernel end the calling thread's waits exactly when they are over: of ordinary threads it stretches them by a
    /// thousandth. For the threads of a guest in virtual time, where nobody is kept from a processor for any time.
    package static func makeExactInVirtualTime(rank: Int32) {
        dropSlack()
        setRealTime(true, rank: rank)
    }

    /// Has the kernel end the calling thread's waits when they are over, not up to 50 us later to spare a wake-up.
    /// It changes nothing about whose turn it is.
    package static func dropSlack() {
        _ = netlab_set_timer_slack(1)
    }

    /// Puts the calling thread before every ordinary one, also those of other sessions, against which its niceness
    /// does not count; or takes that back. False where this user may not.
    ///
    /// For a thread that sleeps a good part of the time, or keeps to a `PrecedenceBudget`: the kernel stops one that does
    /// neither for tens of milliseconds. One of a higher rank takes the processor from one of a lower.
    @discardableResult
    package static func setRealTime(_ isRealTime: Bool, rank: Int32 = 1) -> Bool {
        var parameters = sched_param()
        parameters.sched_priority = isRealTime ? rank : 0
        return sched_setscheduler(0, isRealTime ? SCHED_FIFO : SCHED_OTHER, &parameters) == 0
    }

    /// Gives back what the calling thread has of the thread that started it: it takes its turn as every other one.
    package static func makeOrdinary() {
        setRealTime(false)
        _ = netlab_set_slice(0)
    }

    /// How long the calling thread has run on a processor so far.
    package static func processorTime() -> Nanoseconds {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
