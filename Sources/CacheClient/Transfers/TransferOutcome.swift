internal import HTTP
internal import Logs
internal import Wire

/// What came of a transfer.
struct TransferOutcome: Sendable {
    /// What the wire said; nil where no answer came.
    var status: Int?
    /// The answer's, as they came.
    var fields: HTTPFields = HTTPFields()
    /// What arrived of the body.
    var body: [UInt8] = []
    /// The body is the whole one, of which only the rest came (206).
    var isJoined = false
    var stamps: TransferStamps
    /// The caller's number whose transfer this caller waited for; nil where it was its own.
    var sharedWith: Int?
    /// Another caller was told before, and keeps what came in the same way.
    var isKept = false
    /// nil where the exchange did not come to its end, and where it was another caller's.
    var exchange: ExchangeRecord?
    /// nil where no answer came.
    var metrics: TransferMetrics?
    /// nil where an answer came whole, whatever its status.
    var failure: FetchError?

    /// When the request left, or was to leave.
    var asked: Instant { stamps.requestFirstByte ?? stamps.queued }

    /// The same for a caller that waited for another one's transfer: nothing on the wire was its own.
    func shared(by caller: TransferRequest, with other: Int, at now: Instant) -> TransferOutcome {
        var outcome = self
        outcome.sharedWith = other
        outcome.exchange = nil
        outcome.metrics?.isShared = true
        outcome.stamps = TransferStamps(waitedFrom: caller.queuedAt, until: now)
        return outcome
    }

    /// What a caller is told that gives up, or is given up, while others may go on.
    static func abandoned(_ caller: TransferRequest, _ failure: FetchError) -> TransferOutcome {
        TransferOutcome(stamps: TransferStamps(queued: caller.queuedAt), failure: failure)
    }
}
