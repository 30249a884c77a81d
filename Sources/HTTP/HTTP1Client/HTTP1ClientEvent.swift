/// What a server's bytes meant to a client's connection, in the order of the stream.
package enum HTTP1ClientEvent: Hashable, Sendable {
    /// A 1xx head, ahead of the final one.
    case interim(HTTPResponseHead)
    /// The final head, and how the end of its body is found.
    case head(HTTPResponseHead, HTTP1Framing)
    /// Content with its framing removed. How content is split follows the input, not the message.
    case body(ArraySlice<UInt8>)
    /// The response is whole. Comes once for each final head.
    case end(HTTP1MessageEnd)
    /// A 101, or a 2xx to `CONNECT`: what follows this head is another protocol's, and no more events come.
    case switched(HTTPResponseHead)
}
