internal import Runs

/// What came of a transfer.
struct TransferOutcome: Sendable {
    /// What the wire said; nil where no answer came.
    var status: Int?
    var etag: String?
    /// What arrived of the body.
    var body: [UInt8] = []
    var stamps: TransferStamps
    /// nil where the exchange did not come to its end.
    var exchange: ExchangeRecord?
    /// nil where an answer came whole, whatever its status.
    var failure: FetchError?
}
