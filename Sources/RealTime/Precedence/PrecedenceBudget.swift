package import Wire

/// Limits how long a thread may go before all others; then it takes its turn among them for a moment.
///
/// The kernel gives the real-time threads of a processor 950 ms of each second together. It takes the rest in
/// one piece of tens of milliseconds from a thread that wants more: always before Linux 6.12, and later if
/// the kernel is built with groups of real-time threads, which cannot be detected. Many short moments avoid
/// that, and they have no effect if no other thread wants the processor.
package struct PrecedenceBudget: Hashable, Sendable {
    package static let window: Nanoseconds = 100_000_000
    /// Share of each window on a processor. With it, no second exceeds 950 ms, wherever it begins.
    package static let share: Nanoseconds = 80_000_000
    /// Interval of checks, since reading a thread's processor time takes about 1 us.
    package static let step: Nanoseconds = 2_000_000

    /// True from when the share is used up until the end of the window.
    package private(set) var isSpent = false
    private var windowStart: Instant
    private var lastAsked: Instant
    /// Processor time used by the thread at the window's start.
    private var ranBefore: Nanoseconds

    package init(from start: Instant, ran: Nanoseconds) {
        (windowStart, lastAsked, ranBefore) = (start, start, ran)
    }

    /// Must be called often. `ran` returns the thread's processor time so far. That counts kernel work for
    /// the thread while the thread believes it sleeps.
    package mutating func review(at now: Instant, ran: () -> Nanoseconds) {
        guard now - lastAsked >= Self.step else { return }
        lastAsked = now
        let ranNow = ran()
        if now - windowStart >= Self.window {
            (windowStart, ranBefore, isSpent) = (now, ranNow, false)
        } else if ranNow - ranBefore >= Self.share {
            isSpent = true
        }
    }
}
