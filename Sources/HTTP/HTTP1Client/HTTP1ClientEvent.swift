/// The meaning of a server's bytes to a client's connection, in the order of the stream.
package enum HTTP1ClientEvent: Hashable, Sendable {
    /// A 1xx head, before the final one.
    case interim(HTTPResponseHead)
    /// The final head, and how its body ends.
    case head(HTTPResponseHead, HTTP1Framing)
    /// Content with its framing removed. Its division follows the input, not the message.
    case body(ArraySlice<UInt8>)
    /// The response is complete. Sent once for each final head.
    case end(HTTP1MessageEnd)
    /// A 101, or a 2xx to `CONNECT`: another protocol follows this head, and no more events come.
    case switched(HTTPResponseHead)
}
