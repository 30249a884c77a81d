package import HTTP

/// What a server's bytes meant to a client's session.
package enum HTTP2ClientEvent: Hashable, Sendable {
    /// The server has stated its settings: from now on it takes this many streams at a time.
    case settings(streams: Int)
    /// A 1xx head, ahead of the response.
    case interim(HTTP2StreamID, HTTPResponseHead)
    /// A response's final head. `isWhole`: no body follows.
    case response(HTTP2StreamID, HTTPResponseHead, isWhole: Bool)
    /// Fields are more than the session keeps, be it a head or trailers. The session resets the stream.
    case oversized(HTTP2StreamID)
    /// Bytes of a response's body. The server may send more in their place once they are `consumed`.
    case body(HTTP2StreamID, [UInt8])
    /// A response's body is whole, with these trailers behind it.
    case bodyEnd(HTTP2StreamID, HTTPFields)
    /// The stream is gone, and whatever was to be sent on it. `isWhole`: the response had come to its end; without it
    /// the response is cut short, whatever the code. After `refusedStream` the server has not looked at the request,
    /// which may be tried again.
    case closed(HTTP2StreamID, HTTP2ErrorCode, isWhole: Bool)
    /// The server takes no more streams on this connection. Those after `last` are closed as refused; those up to it go
    /// on where the code is `noError`.
    case goAway(HTTP2ErrorCode, last: HTTP2StreamID)
    /// This end has given the connection up and told the server why. All streams are closed.
    case failed(HTTP2ErrorCode, reason: String)
}
