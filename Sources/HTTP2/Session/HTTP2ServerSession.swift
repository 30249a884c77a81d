internal import CNghttp2
package import HTTP
package import Wire

/// A server's end of an HTTP/2 connection. Priorities follow RFC 9218 if the client uses it, else the weights
/// of RFC 7540. A client may send at most one window of a body until `consumed` reports that bytes were used.
package final class HTTP2ServerSession: HTTP2Session {
    private static let prefaceSize = 24

    private var events: [HTTP2Event] = []
    private var cursor = FrameCursor(after: prefaceSize)
    private var streams = ClientStreams()

    package init(_ limits: HTTP2Limits = HTTP2Limits()) throws(HTTP2Error) {
        try super.init(limits, .server)
        try greet([
            Self.setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams),
            Self.setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.window),
            Self.setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.fieldList),
            Self.setting(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ])
    }

    /// Call before anything is received if the connection began with HTTP/1: the request that asked for the
    /// upgrade is stream 1. `settings` are the client's, in frame format.
    package func upgrade(_ settings: [UInt8], isHead: Bool) throws(HTTP2Error) {
        let code = settings.withUnsafeBufferPointer {
            nghttp2_session_upgrade2(raw, $0.baseAddress, $0.count, isHead ? 1 : 0, nil)
        }
        guard code == 0 else { throw .connection(reason: HTTP2Error.reason(Int(code))) }
        streams.upgraded()
    }

    /// The library ignores what comes on closed streams, so the session looks at each frame before the library does.
    package override func receive(_ bytes: ArraySlice<UInt8>, at now: Instant) throws(HTTP2Error) {
        streams.forget(atMost: limits.streams) { isLive($0) }
        var (read, place) = (bytes.startIndex, bytes.startIndex)
        while wantsInput, let header = cursor.next(in: bytes, from: &place) {
            switch streams.heed(header) {
            case .fine: break
            case .open(let stream):
                if isLive(stream) { break }
                // Its beginning may be among the bytes that the library has not read.
                let start = max(read, header.start)
                try super.receive(bytes[read..<start], at: now)
                read = start
                // What was on its way as the server closed the stream is no fault.
                if isLive(stream) { break }
                streams.noteClosed(stream)
                reset(stream, .streamClosed)
            case .fault(let code, let reason):
                let start = max(read, header.start)
                try super.receive(bytes[read..<start], at: now)
                // The library may have found a fault before that one.
                if wantsInput { try fail(code, reason) }
                return
            }
        }
        try super.receive(bytes[read...], at: now)
    }

    private func isLive(_ stream: HTTP2StreamID) -> Bool { nghttp2_session_find_stream(raw, stream) != nil }

    /// Events since the last call, from receiving or from sending.
    package func takeEvents() -> [HTTP2Event] {
        defer { events = [] }
        return events
    }

    /// Answers a request with a head; the source will be asked for the body.
    package func respond(
        _ head: HTTPResponseHead,
        on stream: HTTP2StreamID,
        hasBody: Bool
    ) throws(HTTP2Error) {
        let code = FieldBlock(head).withEntries { entries, count in
            Self.withProvider(hasBody) { nghttp2_submit_response(raw, stream, entries, count, $0) }
        }
        try Self.check(code, "a response", stream)
    }

    /// Sends a 1xx head, before the response.
    package func inform(_ head: HTTPResponseHead, on stream: HTTP2StreamID) throws(HTTP2Error) {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        let code = FieldBlock(head).withEntries { entries, count in
            nghttp2_submit_headers(raw, flags, stream, nil, entries, count, nil)
        }
        try Self.check(code < 0 ? code : 0, "an interim response", stream)
    }

    /// The highest stream that the client has opened.
    package var lastStream: HTTP2StreamID { nghttp2_session_get_last_proc_stream_id(raw) }

    // MARK: Input

    override func didBeginFields(on stream: HTTP2StreamID, isRequest: Bool) {
        if isRequest { events.append(.began(stream)) }
    }

    override func didReceiveFields(
        _ fields: FieldAssembly,
        on stream: HTTP2StreamID,
        isRequest: Bool,
        isWhole: Bool
    ) {
        if !isRequest {
            // The library has refused trailers that do not end the stream.
            events.append(.bodyEnd(stream, fields.trailers))
        } else if fields.isOversized {
            events.append(.oversized(stream, isWhole: isWhole))
        } else {
            events.append(.request(stream, fields.request(), isWhole: isWhole))
        }
    }

    override func didReceiveData(_ bytes: [UInt8], on stream: HTTP2StreamID) {
        super.didReceiveData(bytes, on: stream)
        events.append(.body(stream, bytes))
    }

    override func dataEnded(on stream: HTTP2StreamID) {
        events.append(.bodyEnd(stream, HTTPFields()))
    }

    override func didReceiveFarewell(_ code: HTTP2ErrorCode, last: HTTP2StreamID) {
        events.append(.goAway(code))
    }

    override func streamClosed(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        super.streamClosed(stream, code)
        consumeRest(of: stream)
        events.append(.closed(stream, code))
    }
}
