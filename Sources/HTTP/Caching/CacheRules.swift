import Wire

/// The rules of HTTP caching (RFC 9111, with RFC 5861 and RFC 8246): values in, a decision out.
///
/// Ages and lifetimes are whole seconds; moments are nanoseconds since 1970.
package struct CacheRules: Hashable, Sendable {
    /// Statuses whose responses may be stored without an explicit lifetime (RFC 9110, 15.1), except partial
    /// ones: this cache does not combine parts.
    static let storableByDefault: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
    /// Final statuses that it knows how to cache, for responses that demand that (`must-understand`).
    private static let understood = storableByDefault.union([302, 303, 307, 400, 403, 500, 502, 503, 504])

    /// True for a proxy's cache, false for a client's private one.
    package var isShared: Bool
    /// If no lifetime is stated, a response is fresh for the time since its last change divided by this.
    package var heuristicDivisor: Int64
    /// The longest heuristic lifetime, in seconds.
    package var longestGuess: Int64

    /// The defaults are a tenth, as in most caches, and a week at most.
    package init(isShared: Bool, heuristicDivisor: Int64 = 10, longestGuess: Int64 = 7 * 86_400) {
        self.isShared = isShared
        self.heuristicDivisor = max(1, heuristicDivisor)
        self.longestGuess = longestGuess
    }

    /// True if a response may be stored (RFC 9111, 3).
    package func mayStore(request: HTTPRequestHead, status: Int, fields: HTTPFields) -> Bool {
        let targeted = isShared ? CacheControl(targeted: fields) : nil
        let control = targeted ?? CacheControl(fields)
        guard request.method == "GET", status >= 200, status != 304,
            status != 206 || isShared && ContentRange(fields)?.part != nil,
            !CacheControl(request.fields).isNoStore
        else { return false }
        if control.isMustUnderstand {
            guard Self.understood.contains(status) else { return false }
        } else if control.isNoStore {
            return false
        }
        // It could answer no request.
        if Vary(fields) == .any { return false }
        if isShared {
            guard !control.isPrivate else { return false }
            let isOpen =
                control.isPublic || control.isMustRevalidate || control.sharedMaxAge != nil
            guard request.fields["Authorization"] == nil || isOpen else { return false }
        }
        return Self.storableByDefault.contains(status) || control.isPublic || control.maxAge != nil
            || (isShared ? control.sharedMaxAge != nil : control.isPrivate)
            || (targeted == nil && fields["Expires"] != nil)
    }

    /// The directives that count for this cache.
    package func control(of stored: StoredResponse) -> CacheControl {
        (isShared ? CacheControl(targeted: stored.fields) : nil) ?? stored.control
    }

    /// Decides about `request` with the response stored under its URL; `now` is nanoseconds since 1970.
    package func decide(on stored: StoredResponse?, for request: HTTPRequestHead, now: Int64) -> CacheDecision
    {
        let wishes = CacheControl(request.fields)
        let decision = answer(to: request, wishes, with: stored, now: now)
        guard wishes.isOnlyIfCached else { return decision }
        return switch decision {
        case .fresh, .stale: decision
        case .staleWhileRevalidating: .stale
        case .validate, .fetch, .unavailable: .unavailable
        }
    }

    private func answer(
        to request: HTTPRequestHead,
        _ wishes: CacheControl,
        with stored: StoredResponse?,
        now: Int64
    ) -> CacheDecision {
        guard let stored, request.method == "GET" || request.method == "HEAD",
            stored.answers(request.fields)
        else { return .fetch }
        let control = control(of: stored)
        if needsValidation(control) || isReloadForced(request.fields, wishes) { return .validate(.fail) }
        let (lifetime, age) = (freshnessLifetime(of: stored), age(of: stored, now: now))
        var limit = lifetime
        // An immutable response is not revalidated on a reload (RFC 8246, 2).
        if let longest = wishes.maxAge, !control.isImmutable { limit = min(limit, Int64(longest)) }
        limit -= Int64(wishes.minFresh ?? 0)
        if age < limit { return .fresh }
        let staleness = age - lifetime
        if staleness >= 0, forbidsStale(control) { return .validate(.fail) }
        if let tolerance = wishes.maxStale, age - limit <= Int64(tolerance) {
            return staleness < 0 ? .fresh : .stale
        }
        if let grace = control.staleWhileRevalidate, limit == lifetime, staleness < Int64(grace) {
            return .staleWhileRevalidating
        }
        // The longer grace counts, the origin's or the request's (RFC 5861, 4).
        let grace = Int64(max(control.staleIfError ?? 0, wishes.staleIfError ?? 0))
        return .validate(staleness < grace ? .use : .useIfUnreachable)
    }

    /// `no-cache`. A shared cache leaves out the fields that it names instead, if it names any.
    package func needsValidation(_ control: CacheControl) -> Bool {
        control.isNoCache && !(isShared && !control.revalidatedFields.isEmpty)
    }

    /// `no-cache`, or the HTTP/1.0 form if there is no newer directive (RFC 9111, 5.4).
    private func isReloadForced(_ request: HTTPFields, _ wishes: CacheControl) -> Bool {
        if wishes.isNoCache { return true }
        return request["Cache-Control"] == nil && request.tokens("Pragma").contains("no-cache")
    }

    /// True if a stale response must not be used in any case (RFC 9111, 4.2.4).
    private func forbidsStale(_ control: CacheControl) -> Bool {
        control.isMustRevalidate || (isShared && (control.isProxyRevalidate || control.sharedMaxAge != nil))
    }
}
