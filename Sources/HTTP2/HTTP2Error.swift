internal import CNghttp2

/// A session that cannot continue, or bytes that are no header block.
package enum HTTP2Error: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotMake(what: String, reason: String)
    /// The other end's bytes deserve no answer. It has been told why, if it can understand that.
    case connection(reason: String)
    case cannotSend(what: String, stream: HTTP2StreamID, reason: String)
    /// The server takes no more than this many streams at a time. Open streams must end first.
    case streamLimit(Int)
    /// One end has announced the connection's end, or the stream numbers are used up.
    case noFurtherRequests
    case malformedRequest(reason: String)
    /// The fields are larger than the server accepts, or than any sensible request.
    case headTooLarge(limit: Int)
    case headerBlock(reason: String)
    /// The fields unpack to more than the limit.
    case fieldListTooLarge(limit: Int)

    package var description: String {
        switch self {
        case .cannotMake(let what, let reason): "cannot make \(what): \(reason)"
        case .connection(let reason): "the HTTP/2 connection cannot continue: \(reason)"
        case .cannotSend(let what, let stream, let reason):
            "cannot send \(what) on HTTP/2 stream \(stream): \(reason)"
        case .streamLimit(let limit):
            "the HTTP/2 connection already has the \(limit) streams that the server allows"
        case .noFurtherRequests: "the HTTP/2 connection accepts no further requests"
        case .malformedRequest(let reason): "the request cannot be sent over HTTP/2: \(reason)"
        case .headTooLarge(let limit):
            "the request's fields exceed the \(limit) bytes that may be sent"
        case .headerBlock(let reason): "the bytes are not an HTTP/2 header block: \(reason)"
        case .fieldListTooLarge(let limit): "the header block decodes to more than \(limit) bytes"
        }
    }

    /// The library's text for one of its codes.
    static func reason(_ code: Int) -> String {
        String(cString: nghttp2_strerror(Int32(clamping: code)))
    }
}
