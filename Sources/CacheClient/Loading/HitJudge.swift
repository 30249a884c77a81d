internal import HTTP

/// Decides whether a cached image may be used, by the client's validation policy. Pure.
struct HitJudge {
    enum Verdict: Hashable {
        case use
        /// Use it at once and revalidate it in the background.
        case useAndRefresh
        case ask(CacheDecision.IfFailing)
        /// Treat it as a miss.
        case absent
    }

    static let rules = CacheRules(isShared: false)

    var revalidate: Configuration.Revalidation
    var usesStaleOnError: Bool

    /// `request` are the fields that would be sent for the image; `now` is nanoseconds since 1970.
    func verdict(
        on image: some CachedValue,
        in tier: ImageResponse.Tier,
        for request: ImageRequest,
        fields: @autoclosure () -> HTTPFields,
        now: Int64
    ) -> Verdict {
        // Only an origin can revalidate.
        guard case .url(let url, _) = request.source else { return .use }
        let isAlone = request.options.contains(.onlyFromCache)
        let otherwise = Verdict.ask(usesStaleOnError ? .use : .fail)
        switch revalidate {
        case .never: return .use
        case .diskHit: return isAlone || tier == .memory ? .use : otherwise
        case .always: return isAlone ? .use : otherwise
        case .http:
            var fields = fields()
            // Without a network, stale images serve too, unless the origin forbade that.
            if isAlone { fields["Cache-Control"] = "only-if-cached, max-stale" }
            let head = HTTPRequestHead(method: "GET", target: url, fields: fields)
            return verdict(Self.rules.decide(on: StoredResponse(image.head), for: head, now: now))
        }
    }

    private func verdict(_ decision: CacheDecision) -> Verdict {
        switch decision {
        case .fresh, .stale: .use
        case .staleWhileRevalidating: .useAndRefresh
        case .validate(.useIfUnreachable): .ask(usesStaleOnError ? .useIfUnreachable : .fail)
        case .validate(let ifFailing): .ask(ifFailing)
        // Another variant may turn out to be the same one.
        case .fetch: .ask(.fail)
        case .unavailable: .absent
        }
    }
}

extension StoredResponse {
    init(_ head: CachedHead) {
        self.init(
            request: head.varying,
            status: head.status,
            fields: head.fields,
            requestedAt: head.requestedAt,
            respondedAt: head.respondedAt
        )
    }
}
