package import HTTP

/// The meaning of a server's bytes to a client's session.
package enum HTTP2ClientEvent: Hashable, Sendable {
    /// The server has stated its settings: from now on it accepts this many streams at a time.
    case settings(streams: Int)
    /// A 1xx head, before the response.
    case interim(HTTP2StreamID, HTTPResponseHead)
    /// A response's final head. `isWhole`: no body follows.
    case response(HTTP2StreamID, HTTPResponseHead, isWhole: Bool)
    /// The fields of a head or of trailers are larger than the session keeps. The session resets the stream.
    case oversized(HTTP2StreamID)
    /// Bytes of a response's body. The server may send as many more once they are `consumed`.
    case body(HTTP2StreamID, [UInt8])
    /// A response's body is complete, followed by these trailers.
    case bodyEnd(HTTP2StreamID, HTTPFields)
    /// The stream is closed, and nothing more is sent on it. `isWhole`: the response was complete; otherwise
    /// it is cut short, whatever the code. After `refusedStream` the server has not looked at the request,
    /// which may be retried.
    case closed(HTTP2StreamID, HTTP2ErrorCode, isWhole: Bool)
    /// The server accepts no more streams on this connection. Those after `last` are closed as refused; those
    /// up to it continue if the code is `noError`.
    case goAway(HTTP2ErrorCode, last: HTTP2StreamID)
    /// This end has given the connection up and told the server why. All streams are closed.
    case failed(HTTP2ErrorCode, reason: String)
}
