import LinuxIO
import RealTime
import Wire

/// Waiting in virtual time: sleeps end on time, and polling would stop the clock.
struct ExactWaiting {
    /// Configures the calling thread.
    init() {
        ThreadTiming.makeExactInVirtualTime(rank: ThreadPrecedence.Rank.line.rawValue)
    }
}

extension ExactWaiting: PumpWaiting {
    var isWokenLate: Bool { false }

    var linger: Nanoseconds { 0 }

    func review(at now: Instant) {}

    func sleep(dueIn left: Nanoseconds?) -> Nanoseconds? { left.map { max(0, $0) } }

    func slept(_ length: Nanoseconds, of wanted: Nanoseconds?, wasWoken: Bool) {}
}
