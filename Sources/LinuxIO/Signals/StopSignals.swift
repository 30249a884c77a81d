import Glibc

/// Ctrl-C, SIGTERM and a closed terminal as something to poll for, instead of something that strikes anywhere.
///
/// Made on the main thread before any other thread exists, so that every thread inherits the blocked signals.
package final class StopSignals: Sendable {
    /// Those of a process that is somebody else's: none comes, and nothing about its signals is changed.
    package static let none = StopSignals(inbox: nil)

    private let inbox: SignalInbox?

    private init(inbox: SignalInbox?) {
        self.inbox = inbox
    }

    package init() throws(SystemCallError) {
        // A reader that went away is an error of the write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        // Whoever was started by `nohup` outlives the terminal. The kernel keeps a blocked signal although it is ignored.
        inbox = try SignalInbox([SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP]))
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is the number 1, whatever type it has.
        return unsafeBitCast(action.__sigaction_handler, to: Int.self) == 1
    }

    /// For poll, which passes a negative one over. Borrowed.
    package var raw: Int32 { inbox?.raw ?? -1 }

    /// Takes one signal that has arrived since the last call, if any did.
    package func take() -> Int32? {
        inbox?.take()?.number
    }

    /// Sleeps until a signal arrives, `other` is readable, or the time is over.
    package func wait(for other: Int32? = nil, milliseconds: Int32) {
        Readiness.wait(for: [raw, other].compactMap { $0 }, milliseconds: milliseconds)
    }
}
