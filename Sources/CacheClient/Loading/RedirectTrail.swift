internal import HTTP
internal import Logs
internal import Wire

/// The way from the address that was asked for to the one that is being asked.
struct RedirectTrail: Sendable {
    var redirects: [Redirect] = []
    /// The same, with what the client saw of each.
    var hops: [RedirectHop] = []
    /// What the origins on the way answered, for the rules of caching.
    var answers: [StoredResponse] = []
    /// Of all that was answered so far; nil where a caller's downloader fetches.
    var metrics: TransferMetrics?
    /// Where the time went so far.
    var phases = TransferPhases()
    /// When the first address was about to be asked; nil before one led on.
    var began: Instant?
}

extension TransferPhases {
    /// One after the other.
    static func + (one: TransferPhases, other: TransferPhases) -> TransferPhases {
        TransferPhases(
            cache: one.cache + other.cache,
            blocked: one.blocked + other.blocked,
            dns: one.dns + other.dns,
            connect: one.connect + other.connect,
            tls: one.tls + other.tls,
            request: one.request + other.request,
            wait: one.wait + other.wait,
            receive: one.receive + other.receive,
            decode: one.decode + other.decode
        )
    }
}
