package import HTTP

/// The meaning of a server's datagrams to a client's session.
package enum HTTP3ClientEvent: Hashable, Sendable {
    /// The handshake is complete.
    case ready
    /// The server has not taken the requests that were sent before: they are to be made again.
    case earlyDataDeclined
    /// The server takes more streams.
    case roomForStreams
    /// A 1xx head, before the response.
    case interim(HTTP3StreamID, HTTPResponseHead)
    /// A response's final head. `isWhole`: no content follows.
    case response(HTTP3StreamID, HTTPResponseHead, isWhole: Bool)
    /// The fields of a head are larger than the session keeps. It resets the stream.
    case oversized(HTTP3StreamID)
    /// Bytes of a response's content. The server may send as many more once they are `consumed`.
    case content(HTTP3StreamID, [UInt8])
    /// A response is complete, with these trailers.
    case end(HTTP3StreamID, HTTPFields)
    /// The stream is closed; a response without its `end` is cut short.
    case closed(HTTP3StreamID, HTTP3ErrorCode)
    /// The connection is over, and all its streams. `ending` says how.
    case ended
}
