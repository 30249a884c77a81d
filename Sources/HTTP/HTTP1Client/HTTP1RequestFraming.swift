/// How a request that is sent says where its body ends. A request cannot end by closing the connection.
package enum HTTP1RequestFraming: Hashable, Sendable {
    case none
    /// Bytes of content, stated ahead.
    case length(Int)
    /// The length is not known ahead, or trailers follow.
    case chunked
}
