package import Wire

/// How a response ends. With HTTP/2 each ending but `reset` affects only its stream; the others continue.
package enum ResponseEnding: Hashable, Sendable {
    /// As message and framing define it.
    case whole
    /// Closes the connection at the mark, without a TLS close alert: a truncated response, or none. With
    /// HTTP/2 the stream is reset (2: internal error).
    case close(ResponseMark)
    /// Resets the connection at the mark, as soon as the client's system has acknowledged the bytes before
    /// it.
    case reset(ResponseMark)
    /// Sends nothing after the mark until the client leaves or `atMost` has passed (nil: the server's limit).
    /// Then the connection is closed, with HTTP/2 the stream reset.
    case stall(ResponseMark, atMost: Nanoseconds? = nil)
    /// Sends all of the response, and closes the connection this much later. With HTTP/2 the stream ends this
    /// long after its content.
    case slowClose(Nanoseconds)
    /// HTTP/2: sends GOAWAY at the mark, with an error code of RFC 9113. This response stops there, the
    /// others continue, and the connection ends with the last of them. If the mark is before the head, the
    /// client is told to retry this stream and later ones elsewhere. On HTTP/1 a reset.
    case goAway(ResponseMark, code: UInt32 = 0)
    /// HTTP/2: resets this stream at the mark, with an error code of RFC 9113 (2: internal error). On HTTP/1
    /// a reset of the connection.
    case streamReset(ResponseMark, code: UInt32 = 2)

    /// Bytes of content that a stream may send, if it is longer; nil if all of it. Streams know no other marks: one
    /// within the head is after it.
    var contentLimit: Int? {
        switch mark {
        case .content(let count): max(0, count)
        case .message: 0
        case nil: nil
        }
    }

    /// Where sending stops; nil if all of the response is sent.
    package var mark: ResponseMark? {
        switch self {
        case .whole, .slowClose: nil
        case .close(let mark), .reset(let mark), .stall(let mark, _), .goAway(let mark, _),
            .streamReset(let mark, _):
            mark
        }
    }
}
