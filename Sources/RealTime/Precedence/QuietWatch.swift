package import Wire

/// Judges from a thread's sleeps whether there is nothing to do for it in the long run.
package struct QuietWatch: Hashable, Sendable {
    package static let patience: Nanoseconds = 5_000_000_000

    /// False at first, and as soon as something woke the thread.
    package private(set) var isQuiet = false

    package init() {}

    /// How long to sleep at a time where there would be nothing to do for `length`, nil for without end: no longer than
    /// it takes to see that it is quiet.
    package func sleep(of length: Nanoseconds?) -> Nanoseconds? {
        guard !isQuiet else { return length }
        return min(length ?? Self.patience, Self.patience)
    }

    /// To be told of every sleep, and whether something came that ended it.
    package mutating func slept(_ length: Nanoseconds, wasWoken: Bool) {
        if wasWoken {
            isQuiet = false
        } else if length >= Self.patience {
            isQuiet = true
        }
    }
}
