internal import CNghttp2

/// A session that cannot go on, or bytes that are no header block.
package enum HTTP2Error: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotMake(what: String, reason: String)
    /// What the other end sent is not to be answered; it has been told where it would understand.
    case connection(reason: String)
    case cannotSend(what: String, stream: HTTP2StreamID, reason: String)
    /// The server takes no more streams than this at a time. Those that are open must end first.
    case streamLimit(Int)
    /// One end has announced the connection's end, or there are no more numbers for streams.
    case takesNoRequests
    case malformedRequest(reason: String)
    /// The fields are more than the server takes, or than anybody sends.
    case headTooLarge(limit: Int)
    case headerBlock(reason: String)
    /// The fields unpack to more than was asked for.
    case fieldListTooLarge(limit: Int)

    package var description: String {
        switch self {
        case .cannotMake(let what, let reason): "cannot make \(what): \(reason)"
        case .connection(let reason): "the HTTP/2 connection cannot go on: \(reason)"
        case .cannotSend(let what, let stream, let reason):
            "cannot send \(what) on HTTP/2 stream \(stream): \(reason)"
        case .streamLimit(let limit):
            "the HTTP/2 connection has all \(limit) streams that the server takes at a time"
        case .takesNoRequests: "the HTTP/2 connection takes no further request"
        case .malformedRequest(let reason): "the request cannot be sent by HTTP/2: \(reason)"
        case .headTooLarge(let limit):
            "the request's fields are more than the \(limit) bytes that may be sent"
        case .headerBlock(let reason): "the bytes are no HTTP/2 header block: \(reason)"
        case .fieldListTooLarge(let limit): "the header block unpacks to more than \(limit) bytes"
        }
    }

    /// The library's words for one of its codes.
    static func reason(_ code: Int) -> String {
        String(cString: nghttp2_strerror(Int32(clamping: code)))
    }
}
