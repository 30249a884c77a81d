/// A request that cannot be sent as requested: none of it, or nothing further, has been turned into bytes.
package enum HTTP1RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The head is no request of the strict grammar; the offset counts from the head's first byte.
    case malformed(HTTP1Error)
    /// The fields state a framing that differs from the caller's.
    case contradictoryFraming(HTTP1RequestFraming)
    /// More content than was stated.
    case contentTooLong(stated: Int, excess: Int)
    /// The request was to end before all stated content.
    case contentTooShort(stated: Int, missing: Int)
    /// Trailers need a chunked body.
    case trailersWithoutChunks
    /// A trailer's name is not a token, or its value contains control characters.
    case malformedTrailer(name: String)
    /// The connection has no room for another request, now or ever.
    case notReady(HTTP1Persistence)
    /// Content or an end without a request under way.
    case noRequest

    package var description: String {
        switch self {
        case .malformed(let error):
            "the request's head cannot be sent: \(error.reason) (byte \(error.offset))"
        case .contradictoryFraming(let framing):
            "the request's fields contradict its framing, which is to be \(framing)"
        case .contentTooLong(let stated, let excess):
            "the request's body is \(excess) bytes longer than the \(stated) that its head states"
        case .contentTooShort(let stated, let missing):
            "the request's body lacks \(missing) of the \(stated) bytes that its head states"
        case .trailersWithoutChunks: "a request can have trailers only after a chunked body"
        case .malformedTrailer(let name):
            "the trailer \(name) cannot be sent: its name or its value is malformed"
        case .notReady(let persistence): "the connection takes no request: \(persistence)"
        case .noRequest: "no request is under way on the connection"
        }
    }
}
