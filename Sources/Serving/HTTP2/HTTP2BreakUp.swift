import HTTP2

/// How a course ends the connection, once the kernel has all frames that were made.
enum HTTP2BreakUp {
    case reset
    /// Bytes that are no frames stand in place of the response on that stream.
    case bytes(BodyCursor, of: HTTP2StreamID)
}
