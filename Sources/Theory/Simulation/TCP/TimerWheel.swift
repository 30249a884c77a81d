import Wire

/// The timer wheel of the kernel that both ends share.
final class TimerWheel {
    /// One timer of it.
    struct Timer {
        fileprivate let wheel: TimerWheel
        fileprivate let number: Int

        /// Sets it for this many ticks; returns when it expires.
        func set(_ ticks: Int, at now: Instant) -> Instant { wheel.set(number, ticks, at: now) }
    }

    /// When each timer expires, or has expired. Linux leaves one that is needed no more in the wheel.
    @exclusivity(unchecked) private var expiries: [Instant] = []
    /// The last tick at which a timer expired that has been set again since.
    @exclusivity(unchecked) private var turnedAt = -1

    func makeTimer() -> Timer {
        expiries.append(Instant(nanoseconds: .max))
        return Timer(wheel: self, number: expiries.count - 1)
    }

    fileprivate func set(_ number: Int, _ ticks: Int, at now: Instant) -> Instant {
        if expiries[number] <= now { turnedAt = max(turnedAt, KernelTime.ticks(expiries[number])) }
        let isOnEdge = KernelTime.wheel(ticks) != KernelTime.wheel(ticks - 1)
        let expiry = KernelTime.expiry(ticks, from: now, hasTurned: isOnEdge && hasTurned(by: now))
        expiries[number] = expiry
        return expiry
    }

    /// Whether a timer has expired at the current tick: the wheel stands at the next one then.
    private func hasTurned(by now: Instant) -> Bool {
        let tick = KernelTime.ticks(now)
        return turnedAt == tick || expiries.contains { $0 <= now && KernelTime.ticks($0) == tick }
    }
}
