import Logs
import Runs
import Wire

/// When a connection was opened: everything that a transfer which waits for it goes through with the one that opens it.
struct ConnectionOpening {
    let lookup: Instant
    let connect: Instant
    /// Encryption is being agreed on.
    let secure: Instant
    /// Requests may go.
    let ready: Instant

    /// nil for a transfer that opened none.
    init?(_ transfer: TransferRecord) {
        guard let begun = transfer.exchange?.connectStart, let done = transfer.exchange?.connectEnd else {
            return nil
        }
        connect = begun
        lookup = begun - transfer.phases.dns
        secure = max(begun, done - transfer.phases.tls)
        ready = max(begun, done)
    }
}
