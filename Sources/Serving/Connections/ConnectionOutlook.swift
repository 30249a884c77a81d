import LinuxIO
import Wire

/// Events that a connection waits for.
struct ConnectionOutlook {
    /// Events on its socket.
    var interest: PollInterest
    /// When it needs a turn even if nothing happens there.
    var next: Instant
}
