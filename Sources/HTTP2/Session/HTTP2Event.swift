package import HTTP

/// The meaning of a client's bytes to the session.
package enum HTTP2Event: Hashable, Sendable {
    /// A request's first byte has arrived. Its head may still be under way, and may turn out invalid.
    case began(HTTP2StreamID)
    /// A request's head is complete. `isWhole`: no body follows.
    case request(HTTP2StreamID, HTTPRequestHead, isWhole: Bool)
    /// A request's fields are larger than the session keeps: it needs an answer, but has no head.
    case oversized(HTTP2StreamID, isWhole: Bool)
    /// Bytes of a request's body.
    case body(HTTP2StreamID, [UInt8])
    /// A request's body is complete, followed by these trailers; empty if they are larger than the session
    /// keeps.
    case bodyEnd(HTTP2StreamID, HTTPFields)
    /// The stream is closed, and nothing more is sent on it: `noError` if both ends had finished.
    case closed(HTTP2StreamID, HTTP2ErrorCode)
    /// The client opens no more streams. If the code is `noError`, it still reads on the ones that it has.
    case goAway(HTTP2ErrorCode)
}
