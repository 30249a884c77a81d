import HTTP2

/// How a course ends the connection, once the kernel has all frames made so far.
enum ConnectionBreakUp {
    case reset
    /// Raw bytes, which are no frames, replace the response on that stream.
    case bytes(BodyCursor, of: HTTP2StreamID)
}
