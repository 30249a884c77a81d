internal import CNghttp2
package import HTTP
package import Wire

/// A server's end of an HTTP/2 connection, over bytes: the client's go in, frames for the client come out. It reads no
/// clock and knows no socket. It belongs to one thread.
///
/// Bodies are pulled: frames are made only when asked for, and only as the client's windows allow. Who goes first
/// follows RFC 9218 where the client does, else the weights of RFC 7540.
package final class HTTP2ServerSession {
    private let raw: OpaquePointer
    let limits: HTTP2Limits
    var resets: HTTP2Budget
    var chatter: HTTP2Budget
    /// Of the bytes that are being received.
    var now = Instant.zero
    var events: [HTTP2Event] = []
    /// Frames in a row that only go on with fields.
    var continuations = 0
    /// Requests whose fields are still coming.
    var assemblies: [HTTP2StreamID: RequestAssembly] = [:]
    /// While frames are made: where bodies come from, what has been made, and how much is enough.
    var source: (any HTTP2BodySource)?
    var output = HTTP2Output()
    var enough = 0
    /// The piece that the library has asked for and not yet framed.
    var piece: ArraySlice<UInt8> = []
    /// Where the frame that is being made begins in the output.
    var frameStart = 0
    /// The library has made a frame whose last bytes are not in the output yet, and what it means, if anything.
    var hasMadeFrame = false
    var madeMark: HTTP2Output.Mark?
    /// Streams that were answered and whose answer cannot be framed.
    var unsendable: [HTTP2StreamID] = []

    package init(_ limits: HTTP2Limits = HTTP2Limits()) throws(HTTP2Error) {
        self.limits = limits
        resets = HTTP2Budget(limits.resets)
        chatter = HTTP2Budget(limits.chatter)
        raw = try Self.makeSession()
        nghttp2_session_set_user_data(raw, Unmanaged.passUnretained(self).toOpaque())
        try greet()
    }

    deinit {
        nghttp2_session_del(raw)
    }

    /// The connection began with HTTP/1, and the request that wished for this one is stream 1: told before anything is
    /// received. `settings` are the client's, as a frame has them.
    package func upgrade(_ settings: [UInt8], isHead: Bool) throws(HTTP2Error) {
        let code = settings.withUnsafeBufferPointer {
            nghttp2_session_upgrade2(raw, $0.baseAddress, $0.count, isHead ? 1 : 0, nil)
        }
        guard code == 0 else { throw .connection(reason: HTTP2Error.reason(Int(code))) }
    }

    /// Nothing more will come of it: what it had to say, it has said.
    package var isOver: Bool { !wantsInput && !hasOutput }

    package var wantsInput: Bool { nghttp2_session_want_read(raw) != 0 }

    /// There may be something to send. Bodies that come later do not count.
    package var hasOutput: Bool { nghttp2_session_want_write(raw) != 0 }

    /// Takes the client's next bytes, which came at `now`. After an error the session has only its farewell to send.
    package func receive(_ bytes: ArraySlice<UInt8>, at now: Instant) throws(HTTP2Error) {
        self.now = now
        let taken = bytes.withUnsafeBufferPointer {
            nghttp2_session_mem_recv(raw, $0.baseAddress, $0.count)
        }
        guard taken >= 0 else {
            end(Self.code(for: taken))
            throw .connection(reason: reason(taken))
        }
    }

    /// What has happened since this was last asked, by receiving or by sending.
    package func takeEvents() -> [HTTP2Event] {
        defer { events = [] }
        return events
    }

    /// Answers a request with a head, and with a body that the source will be asked for.
    package func respond(
        _ head: HTTPResponseHead,
        on stream: HTTP2StreamID,
        hasBody: Bool
    ) throws(HTTP2Error) {
        let code = FieldBlock(head).withEntries { entries, count in
            guard hasBody else { return nghttp2_submit_response(raw, stream, entries, count, nil) }
            var provider = nghttp2_data_provider(
                source: nghttp2_data_source(fd: 0),
                read_callback: Self.readBody
            )
            return nghttp2_submit_response(raw, stream, entries, count, &provider)
        }
        try Self.check(code, "a response", stream)
    }

    /// A head with a 1xx status, ahead of the response.
    package func inform(_ head: HTTPResponseHead, on stream: HTTP2StreamID) throws(HTTP2Error) {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        let code = FieldBlock(head).withEntries { entries, count in
            nghttp2_submit_headers(raw, flags, stream, nil, entries, count, nil)
        }
        try Self.check(code < 0 ? code : 0, "an interim response", stream)
    }

    /// The source has more of a body for which it had said `later`.
    package func resume(_ stream: HTTP2StreamID) {
        // It fails where nothing was put off, and then nothing is needed.
        _ = nghttp2_session_resume_data(raw, stream)
    }

    package func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
        // It fails only without memory; the stream then ends with the connection.
        _ = nghttp2_submit_rst_stream(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
    }

    /// Says that streams after `last` are not looked at; those up to it go on.
    package func goAway(_ code: HTTP2ErrorCode, last: HTTP2StreamID) {
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        _ = nghttp2_submit_goaway(raw, flags, last, code.rawValue, nil, 0)
    }

    /// The highest stream that the client has opened.
    package var lastStream: HTTP2StreamID { nghttp2_session_get_last_proc_stream_id(raw) }

    /// Ends the connection: a last frame says why, and nothing that the client sends counts any more.
    package func end(_ code: HTTP2ErrorCode) {
        _ = nghttp2_session_terminate_session(raw, code.rawValue)
    }

    /// Makes frames until there are about `enough` bytes of them or nothing may go for now. One frame may be too many.
    package func send(
        about enough: Int,
        from source: any HTTP2BodySource
    ) throws(HTTP2Error) -> HTTP2Output {
        self.source = source
        self.enough = enough
        defer {
            self.source = nil
            output = HTTP2Output()
            frameStart = 0
        }
        while hasOutput, output.bytes.count < enough {
            var bytes: UnsafePointer<UInt8>?
            let before = output.bytes.count
            let count = nghttp2_session_mem_send(raw, &bytes)
            guard count >= 0 else { throw .connection(reason: HTTP2Error.reason(count)) }
            output.bytes += UnsafeBufferPointer(start: bytes, count: count)
            placeMark()
            giveUpUnsendable()
            if output.bytes.count == before { break }
        }
        return output
    }

    /// The library's answer: 0 where it is done.
    func submit(trailers: HTTPFields, on stream: HTTP2StreamID) -> Int {
        let code = FieldBlock(trailers: trailers).withEntries { entries, count in
            nghttp2_submit_trailer(raw, stream, entries, count)
        }
        return code == 0 ? 0 : Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }

    private func greet() throws(HTTP2Error) {
        let settings = [
            Self.setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams),
            Self.setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.window),
            Self.setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.fieldList),
            Self.setting(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ]
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        let window = Int32(clamping: limits.window)
        guard nghttp2_submit_settings(raw, flags, settings, settings.count) == 0,
            nghttp2_session_set_local_window_size(raw, flags, 0, window) == 0
        else { throw .cannotMake(what: "an HTTP/2 session", reason: "it refuses its settings") }
    }

    private static func setting(_ name: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
        nghttp2_settings_entry(settings_id: Int32(name.rawValue), value: UInt32(clamping: value))
    }

    private func giveUpUnsendable() {
        for stream in unsendable { reset(stream, .internalError) }
        unsendable = []
    }

    /// What the client is told where the library gives up on what it sent.
    private static func code(for failure: Int) -> HTTP2ErrorCode {
        switch failure {
        // The only callback that fails is the one that counts.
        case Int(NGHTTP2_ERR_FLOODED.rawValue), Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue): .enhanceYourCalm
        case Int(NGHTTP2_ERR_NOMEM.rawValue): .internalError
        default: .protocolError
        }
    }

    private func reason(_ failure: Int) -> String {
        continuations > limits.continuations
            ? "a request's fields go on in more than \(limits.continuations) frames"
            : HTTP2Error.reason(failure)
    }

    private static func check(_ code: Int32, _ what: String, _ stream: HTTP2StreamID) throws(HTTP2Error) {
        guard code == 0 else {
            throw .cannotSend(what: what, stream: stream, reason: HTTP2Error.reason(Int(code)))
        }
    }
}
