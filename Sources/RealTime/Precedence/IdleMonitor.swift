package import Wire

/// Judges by a thread's sleeps whether it has had nothing to do for long.
package struct IdleMonitor: Hashable, Sendable {
    package static let patience: Nanoseconds = 5_000_000_000

    /// False at first, and as soon as something wakes the thread.
    package private(set) var isQuiet = false

    package init() {}

    /// How long to sleep if there is nothing to do for `length`, or for ever if that is nil. Limited to the
    /// time needed to notice that it is quiet.
    package func sleep(of length: Nanoseconds?) -> Nanoseconds? {
        guard !isQuiet else { return length }
        return min(length ?? Self.patience, Self.patience)
    }

    /// Must be called after every sleep; `wasWoken` says whether something ended it.
    package mutating func slept(_ length: Nanoseconds, wasWoken: Bool) {
        if wasWoken {
            isQuiet = false
        } else if length >= Self.patience {
            isQuiet = true
        }
    }
}
