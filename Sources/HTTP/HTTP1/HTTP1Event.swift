/// What a parser found, in the order of the stream. Ranges and offsets count the bytes that this parser was given.
package enum HTTP1Event<Head: Hashable & Sendable>: Hashable, Sendable {
    /// A complete head; the range runs from its first line's first byte to behind the empty line.
    case head(Head, at: Range<Int>)
    /// Content with its framing removed. How content is split follows the input, not the message.
    case body(ArraySlice<UInt8>, at: Range<Int>)
    /// Comes once for each head.
    case end(HTTP1MessageEnd)
}
