internal import HTTP
internal import Logs
internal import Wire

/// The outcome of a transfer.
struct TransferOutcome: Sendable {
    /// Status on the wire; nil if no answer arrived.
    var status: Int?
    /// Fields of the answer as received.
    var fields: HTTPFields = HTTPFields()
    /// The part of the body that arrived.
    var body: [UInt8] = []
    /// True if `body` is whole although only its rest was transferred (206).
    var isJoined = false
    var stamps: TransferStamps
    /// Number of the caller whose transfer was shared; nil if it was this caller's own.
    var sharedWith: Int?
    /// True if another caller has the same outcome and keeps it in the same place.
    var isKept = false
    /// nil if the exchange did not complete or was another caller's.
    var exchange: ExchangeRecord?
    /// nil if no answer arrived.
    var metrics: TransferMetrics?
    /// nil if a whole answer arrived, whatever its status.
    var failure: FetchError?

    /// When the request was sent, or was to be sent.
    var asked: Instant { stamps.requestFirstByte ?? stamps.queued }

    /// The same outcome for a caller that shared another one's transfer: nothing on the wire was its own.
    func shared(by caller: TransferRequest, with other: Int, at now: Instant) -> TransferOutcome {
        var outcome = self
        outcome.sharedWith = other
        outcome.exchange = nil
        outcome.metrics?.isShared = true
        outcome.stamps = TransferStamps(waitedFrom: caller.queuedAt, until: now)
        return outcome
    }

    /// The outcome for a caller that cancels or times out while others may continue.
    static func abandoned(_ caller: TransferRequest, _ failure: FetchError) -> TransferOutcome {
        TransferOutcome(stamps: TransferStamps(queued: caller.queuedAt), failure: failure)
    }
}
