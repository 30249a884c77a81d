import LinuxIO
import RealTime
import Wire

/// Waiting in virtual time: sleeps end on time, and polling would stop the clock.
struct ExactWaiting {
    /// In nanoseconds. A sleep during which another thread was busy took longer.
    private static let mostSurplus: Nanoseconds = 2048

    /// What a sleep takes beyond its length: on its way into the kernel and out the clock is read several times, and each
    /// reading moves it. The next sleep is as much shorter. The most seen: a sleep that ends too early costs a few readings.
    private var surplus: Nanoseconds = 0

    /// Configures the calling thread.
    init() {
        ThreadTiming.makeExactInVirtualTime(rank: ThreadPrecedence.Rank.line.rawValue)
    }
}

extension ExactWaiting: PumpWaiting {
    var isWokenLate: Bool { false }

    var linger: Nanoseconds { 0 }

    func review(at now: Instant) {}

    func sleep(dueIn left: Nanoseconds?) -> Nanoseconds? { left.map { max(0, $0 - surplus) } }

    mutating func slept(_ length: Nanoseconds, of wanted: Nanoseconds?, wasWoken: Bool) {
        guard !wasWoken, let wanted else { return }
        surplus = min(max(surplus, length - wanted), Self.mostSurplus)
    }
}
