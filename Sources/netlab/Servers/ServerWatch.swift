import LinuxIO
import Wire

/// How a command waits for its server: for the signals that end it, and for the log that it writes meanwhile.
struct ServerWatch {
    /// Nanoseconds that what is under way may continue after the first signal.
    private static let patience: Nanoseconds = 10_000_000_000
    /// Interval of checks whether the server has ended by itself, in milliseconds.
    private static let interval: Int32 = 1000
    private static let closingInterval: Int32 = 20
    /// Milliseconds that a log line may lag behind its request. Waking up for each request would cost the
    /// server more than its answer.
    private static let gathering: Int32 = 10

    let signals: StopSignals
    let clock: RunClock
    /// Readable while the log has entries. Borrowed.
    let log: Int32

    /// Calls `write` whenever the log has entries, until a signal arrives or nobody reads what is written.
    /// Returns why the server ended by itself, if it did.
    func untilStopped(write: () -> Void, failure: () -> String?, isUnread: () -> Bool) -> String? {
        while true {
            Readiness.wait(for: [signals.raw, log], milliseconds: Self.interval)
            // Write requests in quick succession together.
            Readiness.wait(for: [signals.raw], milliseconds: Self.gathering)
            write()
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
            signals.wait(for: log, milliseconds: Self.closingInterval)
            write()
        }
        return true
    }
}
