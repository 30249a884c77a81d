package import Wire

/// Judges from the time in which somebody on the machine was kept waiting for a processor, whether a thread that hardly
/// sleeps stands in others' way.
///
/// For one that goes before all others, and so cannot tell from its own waiting.
package struct PressureWatch: Hashable, Sendable {
    /// A reading takes about 15 us, in which the thread does nothing else.
    package static let window: Nanoseconds = 100_000_000

    private struct Reading: Hashable {
        let time: Instant
        let waited: Nanoseconds
    }

    /// True where somebody waited for a fifth of the last window: the threads of one run keep each other waiting for up
    /// to a tenth. Not before a window has passed.
    package private(set) var isHigh = false
    private var last: Reading?

    package init() {}

    /// To be called often; after a pause a window begins anew. `waited` is asked for at the ends of windows only, and
    /// nil where the kernel does not say.
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
