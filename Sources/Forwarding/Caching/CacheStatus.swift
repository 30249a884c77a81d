/// What a proxy's cache made of one request. Its description is the value of `Cache-Status` (RFC 9211).
package enum CacheStatus: Hashable, Sendable, CustomStringConvertible {
    /// Why the request went on to its server.
    package enum Reason: String, Hashable, Sendable {
        /// The cache does not deal with such requests.
        case bypass
        case method
        /// Nothing is stored for the URL.
        case uriMiss = "uri-miss"
        /// What is stored for the URL answers other requests (`Vary`).
        case varyMiss = "vary-miss"
        /// Only other parts of the content are stored.
        case partial
        /// The stored response is fresh, but the request wants it from the server.
        case request
        case stale
    }

    /// A stored response was the answer. It stays fresh for `remaining` seconds; negative if it is stale.
    case hit(remaining: Int64)
    /// The server's response was the answer.
    case passed(Reason, isStored: Bool)
    /// The server confirmed the stored response, which was the answer.
    case revalidated(Reason)
    /// The server failed, and a stale response was the answer. `status` is nil if no response came.
    case staleIfError(Reason, status: Int?)
    /// Nothing stored could be the answer, and the request wanted nothing else.
    case unavailable

    package var description: String {
        switch self {
        case .hit(let remaining): "netlab; hit; ttl=\(remaining)"
        case .passed(let reason, let isStored): "netlab; fwd=\(reason.rawValue)\(isStored ? "; stored" : "")"
        case .revalidated(let reason): "netlab; fwd=\(reason.rawValue); fwd-status=304"
        case .staleIfError(let reason, let status):
            "netlab; fwd=\(reason.rawValue)\(status.map { "; fwd-status=\($0)" } ?? ""); detail=stale-if-error"
        case .unavailable: "netlab; detail=only-if-cached"
        }
    }

    /// One word for it; nil if the cache neither answered nor stored anything.
    package var word: String? {
        switch self {
        case .hit: "hit"
        case .passed(_, isStored: true): "stored"
        case .revalidated: "revalidated"
        case .staleIfError: "stale"
        case .passed(_, isStored: false), .unavailable: nil
        }
    }

    /// The server has just said that the stored response is still valid.
    var isConfirmed: Bool { if case .revalidated = self { true } else { false } }

    /// A stored response was the answer, whether the server was asked or not.
    package var isAnsweredFromStore: Bool {
        switch self {
        case .hit, .revalidated, .staleIfError: true
        case .passed, .unavailable: false
        }
    }
}
