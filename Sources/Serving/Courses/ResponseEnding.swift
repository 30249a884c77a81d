package import Wire

/// How a response ends. With HTTP/2 each ending but `reset` is its stream's alone, and the others go on.
package enum ResponseEnding: Hashable, Sendable {
    /// As message and framing say.
    case whole
    /// The connection is closed at the mark, with TLS without a farewell: a truncated response, or none. With HTTP/2
    /// the stream is reset (2: internal error).
    case close(ResponseMark)
    /// The connection is reset at the mark, as soon as the client's system has acknowledged the bytes before it.
    case reset(ResponseMark)
    /// Nothing goes on at the mark, until the client leaves, or else for so long (nil: as long as the server's limits
    /// have it); the connection is closed then, with HTTP/2 the stream reset.
    case stall(ResponseMark, atMost: Nanoseconds? = nil)
    /// The response is whole, and the connection stays open for so long behind it before it is closed. With HTTP/2 the
    /// stream's end comes so long behind its content.
    case slowClose(Nanoseconds)
    /// HTTP/2: at the mark the server says that it leaves, with an error code of RFC 9113. This response stays as it is,
    /// the others go on, and with the last of them the connection ends. Before its head the stream and those behind it
    /// are among what the client is told to ask for elsewhere. On HTTP/1 a reset.
    case goAway(ResponseMark, code: UInt32 = 0)
    /// HTTP/2: at the mark this stream is reset, with an error code of RFC 9113 (2: internal error). On HTTP/1 a reset
    /// of the connection.
    case streamReset(ResponseMark, code: UInt32 = 2)

    /// Where nothing of the response goes any more; nil where all of it goes.
    package var mark: ResponseMark? {
        switch self {
        case .whole, .slowClose: nil
        case .close(let mark), .reset(let mark), .stall(let mark, _), .goAway(let mark, _),
            .streamReset(let mark, _):
            mark
        }
    }
}
