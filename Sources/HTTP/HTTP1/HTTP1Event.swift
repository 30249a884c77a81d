/// A parser's findings, in the order of the stream. Ranges and offsets count the bytes that this parser was
/// given.
package enum HTTP1Event<Head: Hashable & Sendable>: Hashable, Sendable {
    /// A complete head; the range runs from its first line's first byte to the end of the empty line.
    case head(Head, at: Range<Int>)
    /// Content with its framing removed. Its division follows the input, not the message.
    case body(ArraySlice<UInt8>, at: Range<Int>)
    /// Sent once for each head.
    case end(HTTP1MessageEnd)
}
