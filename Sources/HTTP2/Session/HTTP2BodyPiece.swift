package import HTTP

/// The next piece of a body.
package enum HTTP2BodyPiece: Sendable {
    /// At most the requested count, and empty only if it is the last: an empty frame is meaningless.
    case bytes(ArraySlice<UInt8>, isLast: Bool)
    /// The body is over; these fields end the message.
    case trailers(HTTPFields)
    /// Nothing for now: the session asks again after `resume`.
    case later
    /// The stream is given up.
    case reset(HTTP2ErrorCode)
}
