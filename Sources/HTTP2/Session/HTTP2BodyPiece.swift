package import HTTP

/// What comes next of a body.
package enum HTTP2BodyPiece: Sendable {
    /// No more than was asked for, and not empty unless it is the last: an empty frame says nothing.
    case bytes(ArraySlice<UInt8>, isLast: Bool)
    /// The body is over; these fields end the message.
    case trailers(HTTPFields)
    /// Nothing for now: the session asks again after `resume`.
    case later
    /// The stream is given up.
    case reset(HTTP2ErrorCode)
}
