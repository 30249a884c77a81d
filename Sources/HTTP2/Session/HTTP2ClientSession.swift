internal import CNghttp2
package import HTTP

/// A client's end of an HTTP/2 connection.
///
/// The caller applies backpressure: the server may send at most one window of a body until the caller reports
/// with `consumed` that it has used bytes. A stream whose body nobody uses holds up itself, and the
/// connection only by its own window.
package final class HTTP2ClientSession: HTTP2Session {
    /// Maximum size of a request's fields, counted as in RFC 9113, if the server states no lower one.
    static let fieldListLimit = 1 << 20

    private var events: [HTTP2ClientEvent] = []
    private var streams: [HTTP2StreamID: ClientStream] = [:]

    package init(_ limits: HTTP2Limits = .client) throws(HTTP2Error) {
        try super.init(limits, .client)
        try greet([
            Self.setting(NGHTTP2_SETTINGS_ENABLE_PUSH, 0),
            Self.setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.window),
            Self.setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.fieldList),
            Self.setting(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ])
    }

    /// Events since the last call, from receiving or from sending.
    package func takeEvents() -> [HTTP2ClientEvent] {
        defer { events = [] }
        return events
    }

    /// Streams that the server accepts at a time; assumed to be 100 until it states a number.
    package var streamLimit: Int {
        Int(nghttp2_session_get_remote_settings(raw, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    /// Number of further requests that may be made now.
    package var spareStreams: Int {
        guard nghttp2_session_check_request_allowed(raw) != 0 else { return 0 }
        return max(0, streamLimit - streams.count)
    }

    /// The open streams, in the order of their requests.
    package var openStreams: [HTTP2StreamID] { streams.keys.sorted() }

    /// Makes a request on a new stream; the source will be asked for its body. `scheme` applies to targets
    /// that do not state one. Fields about an HTTP/1 connection are left out, and `Host` becomes the
    /// authority. After `CONNECT` both messages' bodies are the tunnel.
    package func request(
        _ head: HTTPRequestHead,
        scheme: String,
        hasBody: Bool
    ) throws(HTTP2Error) -> HTTP2StreamID {
        guard nghttp2_session_check_request_allowed(raw) != 0 else { throw .noFurtherRequests }
        guard spareStreams > 0 else { throw .streamLimit(streamLimit) }
        if let name = head.fields.malformedName {
            throw .malformedRequest(reason: "its field \(name) is malformed")
        }
        let block = FieldBlock(try RequestPseudoFields(head, scheme: scheme), head.fields)
        let stated = nghttp2_session_get_remote_settings(raw, NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE)
        let limit = min(Self.fieldListLimit, Int(stated))
        guard block.listSize <= limit else { throw .headTooLarge(limit: limit) }
        let stream = block.withEntries { entries, count in
            Self.withProvider(hasBody) { nghttp2_submit_request(raw, nil, entries, count, $0, nil) }
        }
        guard stream > 0 else { throw .noFurtherRequests }
        streams[stream] = ClientStream()
        return stream
    }

    /// Gives a stream up. The only further event is that it is closed, and received bytes of its body count
    /// as consumed.
    package override func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        guard let known = streams[stream], !known.isGivenUp else { return }
        streams[stream]?.resetCode = code
        consumeRest(of: stream)
        super.reset(stream, code)
    }

    // MARK: Input

    /// The server was told not to push, and every push follows a request, which follows that setting.
    override func mayBegin(_ header: nghttp2_frame_hd) -> Bool {
        guard header.type != UInt8(NGHTTP2_PUSH_PROMISE.rawValue) else {
            return refuse(.protocolError, "the server pushes although the client disabled server push")
        }
        return super.mayBegin(header)
    }

    override func didReceiveFields(
        _ fields: FieldAssembly,
        on stream: HTTP2StreamID,
        isRequest: Bool,
        isWhole: Bool
    ) {
        guard let known = streams[stream], !known.isGivenUp else { return }
        if fields.isOversized {
            events.append(.oversized(stream))
            return reset(stream, .cancel)
        }
        guard let head = fields.response() else {
            streams[stream]?.isWhole = true
            return events.append(.bodyEnd(stream, fields.trailers))
        }
        // The library accepts any three digits, and treats those of no class as a final response.
        guard head.status >= 100 else { return reset(stream, .protocolError) }
        if head.status < 200 {
            countChatter()
            return events.append(.interim(stream, head))
        }
        streams[stream]?.isWhole = isWhole
        events.append(.response(stream, head, isWhole: isWhole))
    }

    override func didReceiveData(_ bytes: [UInt8], on stream: HTTP2StreamID) {
        super.didReceiveData(bytes, on: stream)
        guard let known = streams[stream], !known.isGivenUp else { return consumeRest(of: stream) }
        events.append(.body(stream, bytes))
    }

    override func dataEnded(on stream: HTTP2StreamID) {
        guard let known = streams[stream], !known.isGivenUp else { return }
        streams[stream]?.isWhole = true
        events.append(.bodyEnd(stream, HTTPFields()))
    }

    override func didReceiveSettings() {
        events.append(.settings(streams: streamLimit))
    }

    override func didReceiveFarewell(_ code: HTTP2ErrorCode, last: HTTP2StreamID) {
        events.append(.goAway(code, last: last))
    }

    override func farewellMade(_ code: HTTP2ErrorCode, reason: String) {
        guard code != .noError else { return }
        events.append(.failed(code, reason: reason))
        loseStreams(code)
    }

    override func cannotFrame(_ stream: HTTP2StreamID) {
        streams[stream]?.isUnsendable = true
        super.cannotFrame(stream)
    }

    override func streamClosed(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        super.streamClosed(stream, code)
        guard let known = streams.removeValue(forKey: stream) else { return }
        if !known.isWhole { consumeRest(of: stream) }
        // The library reports a request that it cannot frame as refused, but another connection would not
        // help.
        let reason = known.isUnsendable ? .internalError : known.resetCode ?? code
        events.append(.closed(stream, reason, isWhole: known.isWhole))
    }

    private func loseStreams(_ code: HTTP2ErrorCode) {
        for stream in openStreams {
            let isWhole = streams[stream]?.isWhole ?? false
            events.append(.closed(stream, code, isWhole: isWhole))
        }
        streams = [:]
    }
}
