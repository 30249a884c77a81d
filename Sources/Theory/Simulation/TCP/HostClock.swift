import Wire

/// The clock of a host. A timer fires at one of its steps, and what TCP sends then reaches the line at the next.
struct HostClock {
    /// 1 where time has no steps.
    let step: Nanoseconds

    /// When a packet reaches the line that is sent by a timer due then.
    func departure(_ due: Instant) -> Instant {
        step > 1 ? due.roundedUp(to: step) + step : due
    }

    /// When the timer fired whose packet reaches the line then.
    func fired(at moment: Instant) -> Instant {
        step > 1 ? moment - step : moment
    }
}
