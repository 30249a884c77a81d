import LinuxIO
import Wire

/// Somebody waits for a name's addresses. It belongs to the loop's thread.
struct NameQuestion {
    /// nil for the proxy itself.
    var client: IPAddress?
    /// When it is over, however long the name has waited for its turn.
    var until: Instant
    /// False once the client has left; whoever asks wakes the look-up then.
    var isWanted: () -> Bool
    var take: (Result<[IPAddress], UpstreamFailure>) -> Void
}
