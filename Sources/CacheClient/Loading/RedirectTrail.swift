internal import HTTP
internal import Logs
internal import Wire

/// The way from the address that was asked for to the one that is being asked.
struct RedirectTrail: Sendable {
    private(set) var redirects: [Redirect] = []
    /// The same, with what the client saw of each.
    private(set) var hops: [RedirectHop] = []
    /// What the origins on the way answered, for the rules of caching.
    private(set) var answers: [StoredResponse] = []
    /// The metrics of all that was answered so far; nil where a caller's downloader fetches.
    private(set) var metrics: TransferMetrics?
    /// Where the time went so far.
    private(set) var phases = TransferPhases()
    /// When the first address was about to be asked; nil before one led on.
    private(set) var began: Instant?

    /// Notes an answer that led on; `now` is when it did.
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

    /// For how many seconds the way may be taken unasked, by the rules of HTTP; nil where nothing at its end may be kept for
    /// its beginning. `wall` is nanoseconds since 1970.
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
    /// `exchange` is nil where it was not this load's own.
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
