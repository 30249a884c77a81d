package import Logs
package import Wire

/// One transfer as the caller and the client saw it.
package struct TransferRecord: Hashable, Sendable {
    package var id: Int
    package var step: String
    package var file: String
    package var url: String
    package var source: ImageSource
    /// The cache that a hit, or the body of a 304, came from.
    package var tier: CacheTier?
    /// What the caller sees; nil where nothing was answered.
    package var status: Int?
    /// A word and a sentence, such as `timeout: no answer within 15 s`; nil where all went well.
    package var error: String?
    /// The caller's request.
    package var start: Instant
    /// The bytes in the caller's hands, or the failure told.
    package var end: Instant
    package var bodyBytes: Int
    package var phases: TransferPhases
    /// nil where no network was touched, or the exchange did not come to its end.
    package var exchange: ExchangeRecord?
    /// The transfer whose exchange this caller waited for; nil where it had its own, or needed none.
    package var sharedWith: Int?
    /// From before the call to the answer in the caller's hands, by the caller's own stopwatch: what lies beyond `end -
    /// start` is what the client costs outside of itself.
    package var outside: Nanoseconds?
    /// The addresses on the way to the one that answered, in their order.
    package var redirects: [RedirectHop] = []

    package init(
        id: Int,
        step: String,
        file: String,
        url: String,
        source: ImageSource,
        tier: CacheTier? = nil,
        status: Int? = nil,
        error: String? = nil,
        start: Instant,
        end: Instant,
        bodyBytes: Int,
        phases: TransferPhases = TransferPhases(),
        exchange: ExchangeRecord? = nil,
        sharedWith: Int? = nil,
        outside: Nanoseconds? = nil
    ) {
        self.id = id
        self.step = step
        self.file = file
        self.url = url
        self.source = source
        self.tier = tier
        self.status = status
        self.error = error
        self.start = start
        self.end = end
        self.bodyBytes = bodyBytes
        self.phases = phases
        self.exchange = exchange
        self.sharedWith = sharedWith
        self.outside = outside
    }
}
