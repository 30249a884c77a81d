package import JSON
package import Logs
import Scenarios
package import Wire

/// One transfer as the caller and the client saw it.
package struct TransferRecord: Hashable, Sendable {
    package var id: Int
    package var step: String
    package var file: String
    package var url: String
    package var source: ImageSource
    /// The cache that provided a hit or the body for a 304.
    package var tier: CacheTier?
    /// The status that the caller sees; nil without an answer.
    package var status: Int?
    /// A word and a sentence, such as `timeout: no answer within 15 s`; nil on success.
    package var error: String?
    /// When the caller asked.
    package var start: Instant
    /// When the caller had the bytes, or learned of the failure.
    package var end: Instant
    package var bodyBytes: Int
    package var phases: TransferPhases
    /// nil if the network was not used, or the exchange did not complete.
    package var exchange: ExchangeRecord?
    /// The transfer whose exchange this caller waited for; nil if it had its own or needed none.
    package var sharedWith: Int?
    /// The caller's own stopwatch around the whole call. What exceeds `end - start` is the client's own cost
    /// outside of it.
    package var outside: Nanoseconds?
    /// Redirects before the final address, in order.
    package var redirects: [RedirectHop] = []
    /// Its passage through a proxy, where the analysis has put the proxy's exchange with the origin in place of the
    /// client's with the proxy; nil otherwise.
    package var passage: ProxyTransit?
    /// The same of each redirect; empty otherwise.
    package var redirectPassages: [ProxyTransit?] = []

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

// MARK: Figures

extension TransferRecord: Tabulated {
    /// What a proxy did with it is in the proxy's log.
    package static let figures: [ResultFigure<TransferRecord>] = [
        .member("id", \.id),
        .member("step", \.step),
        .member("file", \.file),
        .member("url", \.url),
        .member("source", \.source),
        .member("tier", \.tier),
        .member("status", \.status),
        .member("error", \.error),
        .stored(.time, "start", \.start),
        .stored(.time, "end", \.end),
        .member("bodyBytes", \.bodyBytes),
        .member("phases", \.phases),
        .member("exchange", \.exchange),
        .member("sharedWith", \.sharedWith),
        .stored(.time, "outside", \.outside),
        .member("redirects", \.redirects),
    ]

    package init?(json: JSONValue) {
        self.init(
            id: 0,
            step: "",
            file: "",
            url: "",
            source: .none,
            start: .zero,
            end: .zero,
            bodyBytes: 0
        )
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
