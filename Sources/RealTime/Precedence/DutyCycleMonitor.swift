package import Wire

/// Judges by a thread's sleep whether it may go before all others.
///
/// The kernel stops a real-time thread that hardly sleeps for tens of milliseconds once a second, so the
/// judgement must come much sooner than that.
package struct DutyCycleMonitor: Hashable, Sendable {
    package static let window: Nanoseconds = 100_000_000

    package private(set) var isLight = true
    private var windowStart: Instant
    private var slept: Nanoseconds = 0

    package init(from start: Instant) {
        windowStart = start
    }

    package mutating func slept(_ length: Nanoseconds) {
        slept += length
    }

    /// Must be called often. The judgement stays the same if the thread sleeps between a quarter and a half
    /// of the time.
    package mutating func review(at now: Instant) {
        let length = now - windowStart
        guard length >= Self.window else { return }
        if slept * 4 < length { isLight = false }
        if slept * 2 > length { isLight = true }
        windowStart = now
        slept = 0
    }
}
