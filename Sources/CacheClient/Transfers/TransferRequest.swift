internal import HTTP
internal import Wire

/// One GET for the transfer loop.
struct TransferRequest: Sendable {
    /// The caller's number in the timing log.
    var id: Int
    var url: String
    var endpoint: URLEndpoint
    /// All fields sent with the request, `Accept` included.
    var fields: HTTPFields
    /// When the wait for a connection began.
    var queuedAt: Instant
    var settings: TransferSettings
    var priority = TransferPriority.normal
    /// Bytes of the body already held, if only the rest is requested.
    var held = 0
    /// When the first request of a chain of redirects was queued; nil for the first request itself.
    var chainQueuedAt: Instant?
    /// Judges the head of a success; nil accepts all. Callers that share a transfer have the same judge.
    var judge: ResponseJudge?
    /// nil if nobody keeps the result.
    var keeping: KeepingPlace?
    /// Called on the loop's thread for each piece received, and once for the bytes received before a caller
    /// joined another one's transfer.
    var progress: (@Sendable (TransferProgress) -> Void)?
    /// Called as `progress` is while an image arrives, with all bytes so far; it must not retain them.
    var beginning: (@Sendable ([UInt8]) -> Void)?
    /// Called once, on the loop's thread.
    var completion: @Sendable (TransferOutcome) -> Void

    /// True if it goes over QUIC.
    var speaksHTTP3: Bool { settings.http == .http3 && endpoint.isSecure && settings.proxy == nil }

    /// True if transfers may turn out to share the connection.
    var mayShareConnection: Bool { maySpeakHTTP2 || speaksHTTP3 }

    /// True if it is asked for over TCP.
    var maySpeakHTTP2: Bool {
        switch settings.http {
        case .http1, .http3: false
        case .negotiated: endpoint.isSecure
        // A proxy takes requests in the clear by HTTP/1.1 only.
        case .http2: endpoint.isSecure || settings.proxy == nil
        }
    }

    /// When the transfer times out.
    var deadline: Instant {
        let (sum, overflows) = (chainQueuedAt ?? queuedAt).nanoseconds.addingReportingOverflow(
            settings.timeout
        )
        return Instant(nanoseconds: overflows ? .max : sum)
    }
}
