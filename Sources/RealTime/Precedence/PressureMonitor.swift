package import Wire

/// Judges whether a thread that hardly sleeps blocks others, by the time in which any thread on the machine
/// waited for a processor.
///
/// For a thread that goes before all others, and so cannot judge by its own waiting.
package struct PressureMonitor: Hashable, Sendable {
    /// Interval of readings. Each takes about 15 us, in which the thread does nothing else.
    package static let window: Nanoseconds = 100_000_000

    private struct Reading: Hashable {
        let time: Instant
        let waited: Nanoseconds
    }

    /// True if some thread waited for a fifth of the last window. The threads of one run keep each other
    /// waiting for up to a tenth. False until a window has passed.
    package private(set) var isHigh = false
    private var last: Reading?

    package init() {}

    /// Must be called often; a pause begins a new window. `waited` is called only at the end of a window, and
    /// returns nil if the kernel does not count it.
    package mutating func review(at now: Instant, waited: () -> Nanoseconds?) {
        if let last, now - last.time < Self.window { return }
        guard let waited = waited() else { return }
        let before = last
        last = Reading(time: now, waited: waited)
        guard let before, now - before.time < 2 * Self.window else {
            isHigh = false
            return
        }
        isHigh = (waited - before.waited) * 5 > now - before.time
    }
}
