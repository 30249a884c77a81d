internal import HTTP
internal import Wire

/// One GET for the transfer loop.
struct TransferRequest: Sendable {
    /// The caller's number for it, in the timing log.
    var id: Int
    var url: String
    var endpoint: URLEndpoint
    /// Sent with the request, each as it is; `Accept`, too, stands here.
    var fields: HTTPFields
    /// When the wait for a connection began.
    var queuedAt: Instant
    var settings: TransferSettings
    var priority = TransferPriority.normal
    /// Bytes of the body that are here already, where only the rest is asked for.
    var held = 0
    /// When the whole way began that led here; nil where this is its first step.
    var wayBegan: Instant?
    /// Asked about the head of a success; nil takes all. It is the same for all who may share the transfer.
    var judge: ResponseJudge?
    /// nil where nobody keeps what comes.
    var keeping: KeepingPlace?
    /// Called on the loop's thread for each piece that came, and for what was here before where another caller's
    /// transfer is shared.
    var progress: (@Sendable (TransferProgress) -> Void)?
    /// Called as `progress` is, where an image is coming, with all of it that is here; it must not keep that.
    var beginning: (@Sendable ([UInt8]) -> Void)?
    /// Called once, on the loop's thread.
    var completion: @Sendable (TransferOutcome) -> Void

    /// True where the connection may turn out to be one that transfers share.
    var maySpeakHTTP2: Bool {
        switch settings.http {
        case .http1: false
        case .negotiated: endpoint.isSecure
        case .http2: true
        }
    }

    /// When the transfer has taken too long.
    var deadline: Instant {
        let (sum, overflows) = (wayBegan ?? queuedAt).nanoseconds.addingReportingOverflow(settings.timeout)
        return Instant(nanoseconds: overflows ? .max : sum)
    }
}
