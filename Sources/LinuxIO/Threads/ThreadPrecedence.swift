package import Wire

/// Keeps the calling thread exact, and before all ordinary threads for as long as it sleeps a good part of the time.
///
/// For the few threads whose waking is measured. Made and used on the thread itself; what this user may not have is
/// gone without.
package struct ThreadPrecedence: Hashable, Sendable {
    private var duty: DutyWatch
    private var mayGoFirst: Bool

    package init(from now: Instant) {
        ThreadTiming.makeExact()
        mayGoFirst = ThreadTiming.setRealTime(true)
        duty = DutyWatch(from: now)
    }

    /// To be told of every sleep.
    package mutating func slept(_ length: Nanoseconds) {
        duty.slept(length)
    }

    /// To be called often, also by a thread that does not come to sleep: takes the precedence back before the
    /// kernel would stop it.
    package mutating func review(at now: Instant) {
        if mayGoFirst, let isLight = duty.change(at: now) {
            mayGoFirst = ThreadTiming.setRealTime(isLight)
        }
    }
}
