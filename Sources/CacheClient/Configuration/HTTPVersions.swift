/// The versions of HTTP that a client speaks.
public enum HTTPVersions: Hashable, Sendable, CaseIterable {
    /// HTTP/1.1 alone.
    case http1
    /// HTTP/2 where the origin agrees to it over TLS, else HTTP/1.1.
    case negotiated
    /// The same, and HTTP/2 without asking in the clear.
    case http2
}
