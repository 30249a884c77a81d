/// What a cache is to do about one request.
package enum CacheDecision: Hashable, Sendable {
    /// What may be done with a stale response where asking about it fails.
    package enum IfFailing: Hashable, Sendable {
        /// It must not be used: the failure is the answer (504 of a proxy).
        case fail
        /// Nobody allowed its use, and nobody forbade it: it may serve where the origin cannot be reached.
        case useIfUnreachable
        /// It may serve where the origin cannot be reached or answers 500, 502, 503 or 504.
        case use
    }

    /// Answer with it: it is fresh.
    case fresh
    /// Answer with it, stale as it is: the request accepts that.
    case stale
    /// Answer with it, stale as it is, and ask for it anew meanwhile.
    case staleWhileRevalidating
    /// Ask whether it still holds, and use it only then.
    case validate(IfFailing)
    /// Nothing is stored that answers the request: fetch. A stored entity tag may still be asked about.
    case fetch
    /// Nothing may be used, and the request forbids to ask: it fails (504 of a proxy).
    case unavailable
}
