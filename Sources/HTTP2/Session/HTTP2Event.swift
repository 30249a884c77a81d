package import HTTP

/// What a client's bytes meant to the session.
package enum HTTP2Event: Hashable, Sendable {
    /// A request's first byte has come. Its head may still be under way, and may turn out to be none.
    case began(HTTP2StreamID)
    /// A request's head is whole. `isWhole`: no body follows.
    case request(HTTP2StreamID, HTTPRequestHead, isWhole: Bool)
    /// A request's fields are more than the session keeps: it wants an answer, but there is no head to answer to.
    case oversized(HTTP2StreamID, isWhole: Bool)
    /// Bytes of a request's body.
    case body(HTTP2StreamID, [UInt8])
    /// A request's body is whole, with these trailers behind it: none where they are more than the session keeps.
    case bodyEnd(HTTP2StreamID, HTTPFields)
    /// The stream is gone, and whatever was to be sent on it: `noError` where both ends had said all they wanted.
    case closed(HTTP2StreamID, HTTP2ErrorCode)
    /// The client opens no more streams and reads on those that it has, if the code is `noError`.
    case goAway(HTTP2ErrorCode)
}
