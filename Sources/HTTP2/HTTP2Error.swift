internal import CNghttp2

/// A session that cannot go on, or bytes that are no header block.
package enum HTTP2Error: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotMake(what: String, reason: String)
    /// What the client sent is not to be answered; it has been told where it would understand.
    case connection(reason: String)
    case cannotSend(what: String, stream: HTTP2StreamID, reason: String)
    case headerBlock(reason: String)
    /// The fields unpack to more than was asked for.
    case fieldListTooLarge(limit: Int)

    package var description: String {
        switch self {
        case .cannotMake(let what, let reason): "cannot make \(what): \(reason)"
        case .connection(let reason): "the HTTP/2 connection cannot go on: \(reason)"
        case .cannotSend(let what, let stream, let reason):
            "cannot send \(what) on HTTP/2 stream \(stream): \(reason)"
        case .headerBlock(let reason): "the bytes are no HTTP/2 header block: \(reason)"
        case .fieldListTooLarge(let limit): "the header block unpacks to more than \(limit) bytes"
        }
    }

    /// The library's words for one of its codes.
    static func reason(_ code: Int) -> String {
        String(cString: nghttp2_strerror(Int32(clamping: code)))
    }
}
