/// Whether a connection takes another request.
package enum HTTP1Persistence: Hashable, Sendable {
    /// Nothing is under way, and the next request may begin.
    case ready
    /// A request is incomplete, or its response has not ended.
    case underWay
    /// The connection takes no further request.
    case over(Reason)

    package enum Reason: Hashable, Sendable {
        case closedByRequest
        case closedByResponse
        /// The server speaks HTTP/1.0, and did not offer to keep the connection.
        case oldVersion
        /// Only the end of the stream ends the response.
        case bodyUntilClose
        /// Another protocol has taken over the connection.
        case switched
        case streamEnded
        case fault(HTTP1Error)
    }
}

extension HTTP1Persistence: CustomStringConvertible {
    package var description: String {
        switch self {
        case .ready: "it is ready"
        case .underWay: "an exchange is under way"
        case .over(.closedByRequest): "the request asked to close it"
        case .over(.closedByResponse): "the server announced its close"
        case .over(.oldVersion): "the server speaks HTTP/1.0 and does not keep it open"
        case .over(.bodyUntilClose): "it ends where the response's body does"
        case .over(.switched): "it has switched to another protocol"
        case .over(.streamEnded): "the server closed it"
        case .over(.fault(let error)): "\(error)"
        }
    }
}
