internal import HTTP
internal import Logs
internal import Wire

/// The redirects from the requested address to the current one.
struct RedirectTrail: Sendable {
    private(set) var redirects: [Redirect] = []
    /// The same, with the client's record of each.
    private(set) var hops: [RedirectHop] = []
    /// Redirect responses, for the rules of HTTP caching.
    private(set) var answers: [StoredResponse] = []
    /// Metrics of all answers so far; nil if a caller's downloader fetches.
    private(set) var metrics: TransferMetrics?
    /// Phases of the time so far.
    private(set) var phases = TransferPhases()
    /// When the first request was about to be sent; nil before the first redirect.
    private(set) var began: Instant?

    /// Appends a redirect that came at `now`.
    mutating func append(
        _ redirect: Redirect,
        _ sent: OutgoingRequest,
        _ outcome: TransferOutcome,
        _ said: Confirmation,
        now: Instant
    ) {
        redirects.append(redirect)
        hops.append(RedirectHop(redirect, outcome.exchange))
        answers.append(
            StoredResponse(
                request: sent.fields,
                status: redirect.status,
                fields: said.fields,
                requestedAt: said.requestedAt,
                respondedAt: said.respondedAt
            )
        )
        metrics = outcome.metrics?.following(metrics, by: redirects)
        phases = phases + outcome.stamps.phases(until: now)
        began = began ?? outcome.stamps.queued
    }

    /// Seconds for which the redirects may be reused without asking, by the rules of HTTP; nil if the final
    /// image may not be stored under the first address. `wall` is nanoseconds since 1970.
    func lasting(at wall: Int64) -> Int64? {
        var least = Int64.max
        for answer in answers {
            let request = HTTPRequestHead(method: "GET", target: "/", fields: answer.request)
            guard HitJudge.rules.mayStore(request: request, status: answer.status, fields: answer.fields)
            else { return nil }
            let left =
                HitJudge.rules.freshnessLifetime(of: answer) - HitJudge.rules.age(of: answer, now: wall)
            least = min(least, left)
        }
        return least > 0 ? least : nil
    }
}

extension RedirectHop {
    /// `exchange` is nil if it belongs to another load.
    fileprivate init(_ redirect: Redirect, _ exchange: ExchangeRecord?) {
        self.init(
            url: redirect.from,
            status: redirect.status,
            location: redirect.to,
            request: exchange?.requestFirstByte,
            firstByte: exchange?.responseFirstByte,
            lastByte: exchange?.responseLastByte,
            clientPort: exchange?.localPort
        )
    }
}

extension TransferPhases {
    /// The phases of two exchanges in sequence.
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
