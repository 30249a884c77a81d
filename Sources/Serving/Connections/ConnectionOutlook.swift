import LinuxIO
import Wire

/// What a connection waits for.
struct ConnectionOutlook {
    /// On its socket.
    var interest: PollInterest
    /// When it wants attention although nothing happens there.
    var next: Instant
}
