internal import CQUIC

/// A session that cannot be made or cannot continue.
package enum HTTP3Error: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotMake(what: String, reason: String)
    case cannotSend(what: String, stream: HTTP3StreamID, reason: String)
    /// The server takes no more streams for now.
    case streamLimit
    /// The connection is over, or about to be.
    case noFurtherRequests
    case malformedRequest(reason: String)

    package var description: String {
        switch self {
        case .cannotMake(let what, let reason): "cannot make \(what): \(reason)"
        case .cannotSend(let what, let stream, let reason):
            "cannot send \(what) on HTTP/3 stream \(stream): \(reason)"
        case .streamLimit: "the HTTP/3 connection already has the streams that the server allows"
        case .noFurtherRequests: "the HTTP/3 connection accepts no further requests"
        case .malformedRequest(let reason): "the request cannot be sent over HTTP/3: \(reason)"
        }
    }

    static func check(_ code: Int32, _ what: String, _ stream: HTTP3StreamID) throws(HTTP3Error) {
        guard code == 0 else {
            throw .cannotSend(what: what, stream: stream, reason: String(cString: nghttp3_strerror(code)))
        }
    }
}
