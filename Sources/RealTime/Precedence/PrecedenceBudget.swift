package import Wire

/// Says when a thread that goes before all others has had its share, and has to take its turn among them for a moment.
///
/// The kernel gives the real-time threads of a processor 950 ms of each second together. Of one that wants more it takes
/// the rest at a stretch, tens of milliseconds: always before Linux 6.12, and since then where it is built with groups
/// of real-time threads, which cannot be told from outside. Many short moments instead: where nobody else wants the
/// processor nothing happens in them.
package struct PrecedenceBudget: Hashable, Sendable {
    package static let window: Nanoseconds = 100_000_000
    /// Of a window, on a processor: with it no second, wherever it begins, has 950 ms.
    package static let share: Nanoseconds = 80_000_000
    /// To ask for a thread's time on the processor takes about 1 us.
    package static let step: Nanoseconds = 2_000_000

    /// True from when the share is used up until the window ends.
    package private(set) var isSpent = false
    private var windowStart: Instant
    private var lastAsked: Instant
    /// Processor time that the thread had used at the window's start.
    private var ranBefore: Nanoseconds

    package init(from start: Instant, ran: Nanoseconds) {
        (windowStart, lastAsked, ranBefore) = (start, start, ran)
    }

    /// To be called often. `ran` is the thread's processor time so far: what it believes to have slept through is partly
    /// the kernel's work for it, and counts.
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
