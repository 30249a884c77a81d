internal import CNghttp2

/// What a client may still say on which stream, as far as its own frames tell (RFC 9113, 5.1). The library forgets a
/// stream that is closed and ignores what follows. Pure.
struct ClientStreams {
    enum Verdict: Equatable {
        /// The library decides.
        case fine
        /// The client's side of the stream was open; the server may have closed it, and the client does not know.
        case open(HTTP2StreamID)
        /// The connection ends.
        case fault(HTTP2ErrorCode, String)
    }

    /// Ranges of numbers that the client passed over.
    private static let mostGaps = 64

    private var highest: HTTP2StreamID = 0
    /// Streams whose client's side is open. True if the client was told that the server's is not.
    private var open: [HTTP2StreamID: Bool] = [:]
    private var gaps: [ClosedRange<HTTP2StreamID>] = []
    /// A head has begun whose rest comes in frames of its own.
    private var isWithinHead = false

    /// The connection began with another protocol, whose request is a whole stream.
    mutating func upgraded() { highest = 1 }

    mutating func heed(_ header: FrameCursor.Header) -> Verdict {
        let kind = nghttp2_frame_type(UInt32(header.kind))
        // Only the rest of a head may follow its beginning; the library ends the connection otherwise.
        if isWithinHead, kind != NGHTTP2_CONTINUATION { return .fine }
        if kind == NGHTTP2_HEADERS || kind == NGHTTP2_CONTINUATION {
            isWithinHead = header.flags & UInt8(NGHTTP2_FLAG_END_HEADERS.rawValue) == 0
        }
        let stream = header.stream
        let endsStream = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch kind {
        // The library knows what to make of numbers that are no client's.
        case NGHTTP2_HEADERS, NGHTTP2_DATA: if stream % 2 == 0 { return .fine }
        case NGHTTP2_RST_STREAM:
            open[stream] = nil
            return .fine
        default: return .fine
        }
        if stream > highest {
            guard kind == NGHTTP2_HEADERS else { return .fine }
            begin(stream, isWhole: endsStream)
            return .fine
        }
        guard let isTold = open[stream] else {
            if gaps.contains(where: { $0.contains(stream) }) {
                return .fault(.protocolError, "stream \(stream) begins after stream \(highest)")
            }
            return .fault(.streamClosed, "stream \(stream) continues after its end")
        }
        if endsStream { open[stream] = nil }
        return isTold ? .fine : .open(stream)
    }

    private mutating func begin(_ stream: HTTP2StreamID, isWhole: Bool) {
        // The first number is 1.
        let next = highest == 0 ? 1 : highest + 2
        if stream > next, gaps.count < Self.mostGaps { gaps.append(next...stream - 2) }
        highest = stream
        if !isWhole { open[stream] = false }
    }

    /// The client is told that the server's side is closed.
    mutating func noteClosed(_ stream: HTTP2StreamID) {
        // It may have ended its own side meanwhile.
        if open[stream] != nil { open[stream] = true }
    }

    /// Forgets the oldest of the streams that the server has closed, if there are many. What a client still says on
    /// them ends the connection.
    mutating func forget(atMost count: Int, isLive: (HTTP2StreamID) -> Bool) {
        guard open.count > 2 * count else { return }
        let closed = open.keys.filter { !isLive($0) }.sorted()
        for stream in closed.dropLast(count) { open[stream] = nil }
    }
}
