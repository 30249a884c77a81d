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

// MARK: Answers

extension SharedCaching {
    /// Fields of a 304 (RFC 9110, 15.4.5).
    private static let unchanged: Set<String> = [
        "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// A stored response of `bodyBytes` as `request` gets it: 304 if its client has that state already, or the part that
    /// it asks for. `content` is the range of the stored body that goes with it.
    package func answer(
        with stored: StoredResponse,
        bodyBytes: Int,
        to request: HTTPRequestHead,
        _ status: CacheStatus,
        now: Int64
    ) -> (head: HTTPResponseHead, content: Range<Int>) {
        var head = HTTPResponseHead(status: stored.status, fields: stored.fields)
        var content = 0..<bodyBytes
        if isHeld(stored, by: request, now) {
            head = HTTPResponseHead(
                status: 304,
                fields: HTTPFields(stored.fields.filter { Self.unchanged.contains($0.name.lowercased()) })
            )
            content = 0..<0
        } else if let part = part(of: stored, bodyBytes, for: request, now) {
            head.status = part.place == nil ? 416 : 206
            head.fields["Content-Range"] = part.told.description
            content = part.place ?? 0..<0
            head.fields["Content-Length"] = String(content.count)
        } else if stored.isPart {
            head.status = 200
            head.fields["Content-Range"] = nil
            head.fields["Content-Length"] = String(bodyBytes)
        }
        if !status.isConfirmed {
            for name in rules.control(of: stored).revalidatedFields { head.fields[name] = nil }
        }
        head.fields["Age"] = String(min(rules.age(of: stored, now: now), Int64(CacheControl.longestAge)))
        head.fields.append("Cache-Status", status.description)
        return (head, content)
    }

    /// Whether a stored response may be the answer: a part only if it has all that is asked for.
    private func mayFit(_ stored: StoredResponse, _ request: HTTPRequestHead, _ now: Int64) -> Bool {
        guard stored.isPart, !stored.hasWhole else { return true }
        return part(of: stored, stored.part?.part?.count ?? 0, for: request, now)?.place != nil
    }

    /// The part that the request asks for: its place in the stored body, nil if there is no such part (416), and what is
    /// told of it. nil if the whole is the answer, or if the stored part does not have what is asked for. Several parts
    /// are answered with the whole.
    private func part(
        of stored: StoredResponse,
        _ bodyBytes: Int,
        for request: HTTPRequestHead,
        _ now: Int64
    ) -> (place: Range<Int>?, told: ContentRange)? {
        guard request.method == "GET", stored.status == 200 || stored.isPart,
            let ranges = RequestedRanges(request.fields)
        else { return nil }
        let date = HTTPDate(secondsSince1970: now / 1_000_000_000)
        if let condition = IfRange(request.fields, now: date),
            !condition.matches(validators(stored, date), now: date)
        {
            return nil
        }
        guard stored.isPart, !stored.hasWhole else {
            switch ranges.selection(of: bodyBytes) {
            case .parts(let parts) where parts.count == 1:
                return (parts[0], ContentRange(parts[0], of: bodyBytes))
            case .unsatisfiable: return (nil, ContentRange(unsatisfiedOf: bodyBytes))
            case .parts, .whole: return nil
            }
        }
        // Without the whole length only offsets from the start mean anything.
        guard let known = stored.part, let held = known.part,
            case .parts(let parts) = ranges.selection(of: known.length ?? .max),
            parts.count == 1, held.lowerBound <= parts[0].lowerBound, parts[0].upperBound <= held.upperBound
        else { return nil }
        let place = parts[0].lowerBound - held.lowerBound..<parts[0].upperBound - held.lowerBound
        return (place, ContentRange(parts[0], of: known.length))
    }

    /// True if an error of the server counts as a failure for `stale-if-error` (RFC 5861, 4).
    package static func isFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }

    private func isHeld(_ stored: StoredResponse, by request: HTTPRequestHead, _ now: Int64) -> Bool {
        // Conditions count only if the request would succeed without them.
        guard (200..<300).contains(stored.status) else { return false }
        // A malformed tag that comes back as it was sent is the same one.
        if let tag = stored.fields["ETag"], EntityTag(parsing: tag) == nil,
            request.fields["If-None-Match"] == tag
        {
            return true
        }
        let date = HTTPDate(secondsSince1970: now / 1_000_000_000)
        var state = validators(stored, date)
        // What was not said to be older is as old as the response (RFC 9111, 4.3.2).
        state.lastModified = state.lastModified ?? rules.date(of: stored)
        return Preconditions(request.fields, now: date).outcome(of: request.method, on: state) == .notModified
    }

    private func validators(_ stored: StoredResponse, _ now: HTTPDate) -> Validators {
        Validators(
            tag: stored.fields["ETag"].flatMap { EntityTag(parsing: $0) },
            lastModified: stored.fields["Last-Modified"].flatMap { HTTPDate(parsing: $0, now: now) }
        )
    }
}
