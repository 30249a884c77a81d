/// The versions of HTTP that a client speaks.
public enum HTTPVersions: Hashable, Sendable, CaseIterable {
    /// HTTP/1.1 alone.
    case http1
    /// HTTP/2 if the origin agrees to it over TLS, otherwise HTTP/1.1.
    case negotiated
    /// The same, and HTTP/2 without negotiation over unencrypted connections.
    case http2
    /// HTTP/3 alone over encrypted connections, and HTTP/1.1 over others and through proxies. Only if netlab is built with it.
    case http3
}
