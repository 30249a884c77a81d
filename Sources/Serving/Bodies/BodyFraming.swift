package import HTTP

/// How a client of HTTP/1 finds the end of a body. HTTP/2 has framing of its own and takes of this only the trailers,
/// and whether a length is told.
package enum BodyFraming: Hashable, Sendable {
    /// By `Content-Length`, which the server adds where the head has none. One that is there is sent as it is, also
    /// where it is wrong.
    case length
    /// In chunks of `size` bytes, with trailers behind the last; nil takes the course's pieces, or else 16 KiB. A
    /// client of HTTP/1.0 is told the end by the connection's.
    case chunked(size: Int? = nil, trailers: HTTPFields = HTTPFields())
    /// By the end of the connection.
    case untilClose
    /// No response at all: the body's bytes are sent as they are, in place of head and body, and the connection ends.
    /// With HTTP/2 they break the connection, all at once.
    case bare
}
