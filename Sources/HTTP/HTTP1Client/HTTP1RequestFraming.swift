/// How a sent request marks the end of its body. A request cannot end by closing the connection.
package enum HTTP1RequestFraming: Hashable, Sendable {
    case none
    /// Bytes of content, stated ahead.
    case length(Int)
    /// The length is unknown ahead, or trailers follow.
    case chunked
}
