package import HTTP

/// How a client of HTTP/1 finds the end of a body. HTTP/2 has its own framing and uses only the trailers and
/// whether a length is stated.
package enum BodyFraming: Hashable, Sendable {
    /// By `Content-Length`, which the server adds if the head has none. An existing one is sent unchanged,
    /// even if it is wrong.
    case length
    /// In chunks of `size` bytes, followed by trailers; nil uses the course's pieces, or else 16 KiB. For a
    /// client of HTTP/1.0 the connection's end marks the body's end.
    case chunked(size: Int? = nil, trailers: HTTPFields = HTTPFields())
    /// By the end of the connection.
    case untilClose
    /// No response at all: the body's bytes are sent unchanged, in place of head and body, and the connection
    /// ends. With HTTP/2 they break the connection, all at once.
    case bare
}
