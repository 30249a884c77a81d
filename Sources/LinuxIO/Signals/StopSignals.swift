import Glibc
import Synchronization
package import Wire

/// Ctrl-C, SIGTERM and a closed terminal as a descriptor to poll instead of interruptions.
///
/// Made on the main thread before any other thread exists, so that every thread inherits the blocked signals.
package final class StopSignals: Sendable {
    /// For a process that manages its own signals: none arrives, and its signals are not changed.
    package static let none = StopSignals(inbox: nil)

    private let inbox: SignalInbox?
    private let taken = Atomic<Bool>(false)

    private init(inbox: SignalInbox?) {
        self.inbox = inbox
    }

    package init() throws(SystemCallError) {
        // A closed pipe must be an error of the write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        // A process started by `nohup` outlives the terminal. The kernel keeps a blocked signal even if it is
        // ignored.
        inbox = try SignalInbox([SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP]))
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is the number 1, whatever its type.
        return unsafeBitCast(action.__sigaction_handler, to: Int.self) == 1
    }

    /// For poll, which ignores a negative descriptor. Borrowed.
    package var raw: Int32 { inbox?.raw ?? -1 }

    /// True once a signal has been taken: whoever took it may have ended before it could stop.
    package var hasCome: Bool { taken.load(ordering: .relaxed) }

    /// Takes one signal that has arrived, if any.
    package func take() -> Int32? {
        guard let arrival = inbox?.take() else { return nil }
        taken.store(true, ordering: .relaxed)
        return arrival.number
    }

    /// Sleeps until a signal arrives, and takes it.
    package func waitForOne() {
        while take() == nil { Readiness.wait(for: [raw]) }
    }

    /// Sleeps until a signal arrives, `other` is readable, or the time is over.
    package func wait(for other: Int32? = nil, atMost time: Nanoseconds) {
        Readiness.wait(for: [raw, other].compactMap { $0 }, atMost: time)
    }
}
