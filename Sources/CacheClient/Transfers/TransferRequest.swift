internal import Wire

/// One GET for the transfer loop.
struct TransferRequest: Sendable {
    /// The caller's number for it, in the timing log.
    var id: Int
    var url: String
    var endpoint: Endpoint
    /// Asks whether the image with this validator still holds.
    var ifNoneMatch: String?
    /// When the wait for a connection began.
    var queuedAt: Instant
    var settings: TransferSettings
    /// Called once, on the loop's thread.
    var completion: @Sendable (TransferOutcome) -> Void

    /// When the transfer has taken too long.
    var deadline: Instant {
        let (sum, overflows) = queuedAt.nanoseconds.addingReportingOverflow(settings.timeout)
        return Instant(nanoseconds: overflows ? .max : sum)
    }
}
