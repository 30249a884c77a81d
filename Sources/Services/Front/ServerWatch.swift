import LinuxIO
import Wire

/// How a command waits for its server: for the signals that end it, and for the log that it writes meanwhile.
struct ServerWatch {
    /// Nanoseconds that what is under way may continue after the first signal.
    private static let patience: Nanoseconds = 10_000_000_000
    /// Interval of checks whether the server has ended by itself, in milliseconds.
    private static let usualInterval: Int32 = 1000
    private static let closingInterval: Nanoseconds = 20_000_000
    /// How long a log line may lag behind its request. Waking up for each request would cost the server more than its
    /// answer.
    private static let usualLag: Nanoseconds = 10_000_000
    /// The same while a page shows the log: nobody sees more than ten pictures a second change.
    private static let pageLag: Nanoseconds = 100_000_000

    let signals: StopSignals
    let clock: RunClock
    /// Readable while the log has entries. Borrowed.
    let log: Int32
    let hasPage: Bool
    /// Readable while something else wants attention, and how often it gets some anyway, in milliseconds. Borrowed.
    var other: (raws: [Int32], interval: Int32)?

    /// Calls `write` whenever the log has entries, until a signal arrives or nobody reads what is written.
    /// Returns why the server ended by itself, if it did.
    func untilStopped(write: () -> Void, failure: () -> String?, isUnread: () -> Bool) -> String? {
        let lag = hasPage ? Self.pageLag : Self.usualLag
        var last = clock.now() - lag
        while true {
            Readiness.wait(
                for: [signals.raw, log] + (other?.raws ?? []),
                milliseconds: other?.interval ?? Self.usualInterval
            )
            // Write requests in quick succession together, but the first one at once.
            let rest = (last + lag - clock.now()) / 1_000_000
            if rest > 0 { Readiness.wait(for: [signals.raw], milliseconds: Int32(rest)) }
            write()
            last = clock.now()
            if signals.take() != nil { return nil }
            if let failure = failure() { return failure }
            if isUnread() { return nil }
        }
    }

    /// Waits until nothing is under way; false if the time ran out or a second signal came.
    func untilEnded(write: () -> Void, hasEnded: () -> Bool) -> Bool {
        let deadline = clock.now() + Self.patience
        while !hasEnded() {
            if clock.now() >= deadline || signals.take() != nil { return false }
            signals.wait(for: log, atMost: Self.closingInterval)
            write()
        }
        return true
    }
}
