package import Wire

/// Judges from a thread's sleep whether it may go before all others.
///
/// A real-time thread that hardly sleeps is stopped by the kernel for tens of milliseconds once a second, so the
/// judgement must come much sooner than that.
package struct DutyWatch: Hashable, Sendable {
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

    /// To be called often. Between a quarter and a half asleep the judgement stays what it was.
    package mutating func review(at now: Instant) {
        let length = now - windowStart
        guard length >= Self.window else { return }
        if slept * 4 < length { isLight = false }
        if slept * 2 > length { isLight = true }
        windowStart = now
        slept = 0
    }
}
