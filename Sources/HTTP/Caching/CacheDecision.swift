/// A cache's decision about one request.
package enum CacheDecision: Hashable, Sendable {
    /// Use of a stale response if revalidation fails.
    package enum IfFailing: Hashable, Sendable {
        /// Must not be used: the failure is the answer (504 of a proxy).
        case fail
        /// Neither allowed nor forbidden: may be used if the origin cannot be reached.
        case useIfUnreachable
        /// May be used if the origin cannot be reached or answers 500, 502, 503 or 504.
        case use
    }

    /// Answer with it: it is fresh.
    case fresh
    /// Answer with it although it is stale: the request accepts that.
    case stale
    /// Answer with it although it is stale, and revalidate it meanwhile.
    case staleWhileRevalidating
    /// Revalidate, and use it only if it is still valid.
    case validate(IfFailing)
    /// Nothing stored answers the request: fetch. A stored entity tag may still be sent as a condition.
    case fetch
    /// Nothing may be used, and the request forbids fetching: it fails (504 of a proxy).
    case unavailable
}
