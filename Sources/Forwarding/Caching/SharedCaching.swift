package import HTTP

/// A proxy's use of the rules of caching: what is asked for, what is stored, and what answers.
///
/// Moments are nanoseconds since 1970.
package struct SharedCaching: Hashable, Sendable {
    /// Conditions on states that the client wants to change concern the server.
    private static let passedFields = HTTPFieldNames(passedNames)
    private static let passedNames = ["If-Match", "If-Unmodified-Since"]
    private static let conditions = ["If-None-Match", "If-Modified-Since"]

    package let rules = CacheRules(isShared: true)

    package init() {}

    /// Why the cache passes on a request without a look at what is stored; nil if it looks.
    package func bypass(_ request: ForwardedRequest, _ plan: ExchangePlan?, hasBody: Bool)
        -> CacheStatus.Reason?
    {
        let head = request.head
        guard head.method == "GET" || head.method == "HEAD" else { return .method }
        if hasBody || request.offersUpgrade { return .bypass }
        // Another name may change the response, and the URL does not tell.
        guard head.fields["Host"]?.lowercased() == request.destination.authority else { return .bypass }
        if head.mayHave(Self.passedFields), Self.passedNames.contains(where: head.fields.has) {
            return .bypass
        }
        // Only GET has parts.
        if head.method != "GET", head.fields.has("Range") || head.fields.has("If-Range") { return .bypass }
        // Rules that concern the body see all of it, from the server.
        guard let plan else { return nil }
        let isOfServer =
            plan.requestBody != nil || plan.responseBody != nil || plan.mirror != nil
            || plan.fault != nil || plan.applied.contains { $0.action == NoCachingAction.name }
        return isOfServer ? .bypass : nil
    }

    /// Decides about a request, given all responses that are stored for its URL.
    package func decide(
        on request: ForwardedRequest,
        _ stored: [StoredResponse],
        now: Int64
    ) -> CacheVerdict {
        let choice = stored.indices
            .filter { stored[$0].answers(request.head.fields) && mayFit(stored[$0], request.head, now) }
            .max { stored[$0].respondedAt < stored[$1].respondedAt }
        // A part is not confirmed: it answers while it is fresh. Nor does a part that comes confirm anything.
        let concernsPart = request.head.fields.has("Range") || choice.map { stored[$0].isPart } ?? false
        switch rules.decide(on: choice.map { stored[$0] }, for: request.head, now: now) {
        case .unavailable: return .unavailable
        case .fetch:
            return .forward(
                CacheForwarding(
                    request,
                    Self.miss(request, stored),
                    mayStore: request.head.method == "GET"
                )
            )
        case .fresh, .stale:
            guard let choice else { return .unavailable }
            return .answer(choice, .hit(remaining: remaining(stored[choice], now)))
        case .staleWhileRevalidating where concernsPart, .validate where concernsPart:
            guard let choice else { return .unavailable }
            let isFresh = remaining(stored[choice], now) > 0
            let mayStore = request.head.method == "GET"
            return .forward(CacheForwarding(request, isFresh ? .request : .stale, mayStore: mayStore))
        case .staleWhileRevalidating:
            guard let choice else { return .unavailable }
            let forwarding = validation(of: stored, choice, for: request, .use, now)
            // The response to a HEAD confirms nothing.
            guard request.head.method == "GET" else { return .forward(forwarding) }
            return .answerAndConfirm(choice, .hit(remaining: remaining(stored[choice], now)), forwarding)
        case .validate(let ifFailing):
            guard let choice else { return .unavailable }
            return .forward(validation(of: stored, choice, for: request, ifFailing, now))
        }
    }

    private static func miss(_ request: ForwardedRequest, _ stored: [StoredResponse]) -> CacheStatus.Reason {
        if stored.isEmpty { return .uriMiss }
        return stored.contains { $0.answers(request.head.fields) } ? .partial : .varyMiss
    }

    private func validation(
        of stored: [StoredResponse],
        _ choice: Int,
        for request: ForwardedRequest,
        _ ifFailing: CacheDecision.IfFailing,
        _ now: Int64
    ) -> CacheForwarding {
        let response = stored[choice]
        let isFresh = remaining(response, now) > 0 && !rules.needsValidation(rules.control(of: response))
        var forwarding = CacheForwarding(request, isFresh ? .request : .stale, selected: choice)
        // Failures are what users of the proxy look for: they are hidden only where a message asks for that.
        if ifFailing == .use, !isFresh { forwarding.substitute = choice }
        guard request.head.method == "GET" else { return forwarding }
        forwarding.mayStore = true
        let conditions = CacheRules.conditions(on: response, for: request.head.fields)
        guard !conditions.isEmpty else { return forwarding }
        // In place of the client's own conditions, which the stored response meets or not once it is confirmed.
        for name in Self.conditions { forwarding.request.head.fields[name] = nil }
        for field in conditions { forwarding.request.head.fields.append(field.name, field.value) }
        forwarding.confirmed = choice
        return forwarding
    }

    /// The response as it is stored; nil if it must not be, or could never answer. Of the request only the
    /// fields that `Vary` names are kept.
    package func storable(
        _ response: HTTPResponseHead,
        to request: HTTPRequestHead,
        requestedAt: Int64,
        respondedAt: Int64
    ) -> StoredResponse? {
        guard rules.mayStore(request: request, status: response.status, fields: response.fields) else {
            return nil
        }
        let fields = CacheRules.storable(response.fields)
        let stored = StoredResponse(
            request: Self.varied(request.fields, by: fields),
            status: response.status,
            fields: fields,
            requestedAt: requestedAt,
            respondedAt: respondedAt
        )
        // Nothing confirms a part.
        if stored.isPart { return rules.freshnessLifetime(of: stored) > 0 ? stored : nil }
        let control = rules.control(of: stored)
        let mayAnswer =
            rules.freshnessLifetime(of: stored) > 0 || fields.has("ETag") || fields.has("Last-Modified")
            || control.staleIfError ?? 0 > 0 || control.staleWhileRevalidate ?? 0 > 0
        return mayAnswer ? stored : nil
    }

    /// The stored response after the server's 304, or its answer to HEAD.
    package func confirmed(
        _ stored: StoredResponse,
        by update: HTTPResponseHead,
        to request: HTTPRequestHead,
        requestedAt: Int64,
        respondedAt: Int64
    ) -> StoredResponse {
        var updated = CacheRules.freshened(
            stored,
            by: update.fields,
            request: request.fields,
            requestedAt: requestedAt,
            respondedAt: respondedAt
        )
        updated.request = Self.varied(request.fields, by: updated.fields)
        return updated
    }

    private static func varied(_ request: HTTPFields, by response: HTTPFields) -> HTTPFields {
        guard case .names(let names)? = Vary(response) else { return HTTPFields() }
        return HTTPFields(request.filter { names.contains($0.name.lowercased()) })
    }

    /// Seconds until the response is stale.
    func remaining(_ stored: StoredResponse, _ now: Int64) -> Int64 {
        rules.freshnessLifetime(of: stored) - rules.age(of: stored, now: now)
    }
}
