import Wire

/// The rules of HTTP caching (RFC 9111, with RFC 5861 and RFC 8246): values in, a decision out.
///
/// Ages and lifetimes are whole seconds; moments are nanoseconds since 1970.
package struct CacheRules: Hashable, Sendable {
    /// Statuses whose responses may be stored without an explicit lifetime (RFC 9110, 15.1), except partial
    /// ones: this cache does not combine parts.
    private static let storableByDefault: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
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

// MARK: Freshness

extension CacheRules {
    /// Seconds for which a response is fresh after the origin made it (RFC 9111, 4.2.1).
    package func freshnessLifetime(of stored: StoredResponse) -> Int64 {
        let control = control(of: stored)
        if isShared, let seconds = control.sharedMaxAge { return Int64(seconds) }
        if let seconds = control.maxAge { return Int64(seconds) }
        let date = date(of: stored)
        let isTargeted = isShared && CacheControl(targeted: stored.fields) != nil
        if !isTargeted, let expires = stored.fields.combined("Expires") {
            // An unreadable date counts as past.
            guard let expiry = HTTPDate(parsing: expires, now: date) else { return 0 }
            return max(0, expiry.secondsSince1970 - date.secondsSince1970)
        }
        return guess(stored, control, date)
    }

    /// Heuristic lifetime, from the time since the last change (RFC 9111, 4.2.2).
    private func guess(_ stored: StoredResponse, _ control: CacheControl, _ date: HTTPDate) -> Int64 {
        guard Self.storableByDefault.contains(stored.status) || control.isPublic,
            let text = stored.fields.combined("Last-Modified"),
            let changed = HTTPDate(parsing: text, now: date)
        else { return 0 }
        let unchanged = date.secondsSince1970 - changed.secondsSince1970
        return max(0, min(unchanged / heuristicDivisor, longestGuess))
    }

    /// Seconds since the origin made or confirmed a response, caches on the way included (RFC 9111, 4.2.3).
    ///
    /// A clock that was set back makes nothing younger: the absolute distance counts.
    package func age(of stored: StoredResponse, now: Int64) -> Int64 {
        let respondedAt = Self.seconds(stored.respondedAt)
        let apparent = max(0, respondedAt - date(of: stored).secondsSince1970)
        let underWay =
            stored.requestedAt < stored.respondedAt
            ? Self.seconds(from: stored.requestedAt, to: stored.respondedAt) : 0
        let initial = max(apparent, Self.statedAge(stored.fields) + underWay)
        return initial + Self.seconds(from: stored.respondedAt, to: now)
    }

    /// When the origin says that it made the response; if it does not say, when the response arrived (RFC
    /// 9110, 6.6.1).
    package func date(of stored: StoredResponse) -> HTTPDate {
        let came = HTTPDate(secondsSince1970: Self.seconds(stored.respondedAt))
        return stored.fields.combined("Date").flatMap { HTTPDate(parsing: $0, now: came) } ?? came
    }

    /// The first member counts; a value that is no number is ignored (RFC 9111, 5.1). No parameters are defined: what has
    /// some is old all the same.
    private static func statedAge(_ fields: HTTPFields) -> Int64 {
        guard let value = fields["Age"] else { return 0 }
        var scanner = FieldScanner(value)
        guard let seconds = scanner.number(), scanner.takeMemberEnd() || scanner.takeSemicolon() else {
            return 0
        }
        return Int64(min(seconds, CacheControl.longestAge))
    }

    private static func seconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds.flooredDivision(by: 1_000_000_000).quotient
    }

    /// Whole seconds between two moments, in either order.
    private static func seconds(from one: Int64, to other: Int64) -> Int64 {
        Int64(UInt64(bitPattern: max(one, other) &- min(one, other)) / 1_000_000_000)
    }
}

// MARK: Validation

extension CacheRules {
    /// The fields that revalidate `stored` (RFC 9111, 4.3.1): its entity tag, or else its last modification
    /// date. `request` holds the request's own fields; if they select another variant than the stored one,
    /// only the tag can tell whether it can be used.
    package static func conditions(on stored: StoredResponse, for request: HTTPFields) -> HTTPFields {
        if let tag = stored.fields["ETag"], isSendable(tag) { return ["If-None-Match": tag] }
        guard stored.answers(request), let date = stored.fields["Last-Modified"], isSendable(date) else {
            return [:]
        }
        return ["If-Modified-Since": date]
    }

    /// True if a 304 with these fields is about `stored`, and not about another state (RFC 9111, 4.3.4).
    package static func confirms(_ notModified: HTTPFields, _ stored: StoredResponse) -> Bool {
        if let sent = notModified["ETag"] {
            guard let held = stored.fields["ETag"] else { return false }
            guard let sentTag = EntityTag(parsing: sent), let heldTag = EntityTag(parsing: held) else {
                return sent == held
            }
            return sentTag.matchesWeakly(heldTag)
        }
        guard stored.fields["ETag"] == nil, let sent = notModified["Last-Modified"] else { return true }
        return sent == stored.fields["Last-Modified"]
    }

    /// Whether the head of a response to HEAD describes `stored`, whose body has that many bytes (RFC 9111, 4.3.5), or
    /// another state. nil without a validator that tells: content of the same length may be another.
    package static func describes(_ head: HTTPResponseHead, _ stored: StoredResponse, bodyBytes: Int) -> Bool?
    {
        guard head.status == stored.status else { return nil }
        let length = head.fields["Content-Length"]
        let told = length.flatMap { HTTPText.number(HTTPText.bytes($0)) }
        let validators = ["ETag", "Last-Modified"].map { (head.fields[$0], stored.fields[$0]) }
        if length != nil && told != bodyBytes || validators.contains(where: { $0 != $1 }) { return false }
        return validators.contains { $0.0 != nil } ? true : nil
    }

    /// A stored response updated by a 304, or by the head of a response to HEAD: fresh from now on, with the fields that
    /// it gives anew (RFC 9111, 3.2 and 4.3.5).
    package static func freshened(
        _ stored: StoredResponse,
        by update: HTTPFields,
        request: HTTPFields,
        requestedAt: Int64,
        respondedAt: Int64
    ) -> StoredResponse {
        var updated = stored
        updated.fields.renew(with: storable(update).filter { !isOfContent($0.name) })
        updated.request = request
        updated.requestedAt = requestedAt
        updated.respondedAt = respondedAt
        return updated
    }

    /// The fields of a response that are kept: all but those of the connection that brought it (RFC 9111,
    /// 3.1).
    package static func storable(_ fields: HTTPFields) -> HTTPFields {
        guard fields.mayHave(connectionNames) else { return fields }
        let left = connectionFields.union(fields.tokens("Connection"))
        return HTTPFields(fields.filter { !left.contains($0.name.lowercased()) })
    }

    /// True if a response invalidates what is stored under its request's URL (RFC 9111, 4.4).
    package static func invalidates(method: String, status: Int) -> Bool {
        !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) && (200..<400).contains(status)
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]

    private static let connectionNames = HTTPFieldNames(connectionFields)

    /// True for fields that describe the stored bytes: a 304, which has none, cannot change them.
    private static func isOfContent(_ name: String) -> Bool {
        ["content-encoding", "content-length", "content-range", "content-type"].contains(name.lowercased())
    }

    /// True if the value can be sent in a request unchanged.
    private static func isSendable(_ value: String) -> Bool {
        !value.isEmpty && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

extension HTTPFields {
    /// What a later response about the same content says counts in place of what was said before.
    package mutating func renew(with later: some Sequence<HTTPField>) {
        // An `Age` belongs to the response that states it.
        self["Age"] = nil
        for name in Set(later.map { $0.name.lowercased() }) { self[name] = nil }
        for field in later { append(field.name, field.value) }
    }
}
