/// What a response has that the strict grammar refuses and the tolerant one accepts.
package enum HTTP1Oddity: String, Hashable, Sendable, CaseIterable {
    /// A line of the head ends in LF without CR (RFC 9112, 2.2).
    case bareLineFeed
    /// `Transfer-Encoding` says `chunked` more than once. The body is chunked once.
    case repeatedChunked
    /// The head has more fields than `HTTP1Limits` usually allows.
    case manyFields
}
