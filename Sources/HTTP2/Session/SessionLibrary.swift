internal import CNghttp2
import Wire

/// Connects the library's callbacks to the session. Each receives the session that made it, which is alive
/// because only the session's own methods call the library.
enum SessionLibrary {
    /// The library's session with the callbacks below, and without user data yet.
    static func makeSession(_ role: HTTP2Role) throws(HTTP2Error) -> OpaquePointer {
        let what = "an HTTP/2 session"
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        var session: OpaquePointer?
        defer {
            nghttp2_session_callbacks_del(callbacks)
            nghttp2_option_del(options)
        }
        guard nghttp2_session_callbacks_new(&callbacks) == 0, nghttp2_option_new(&options) == 0 else {
            throw .cannotMake(what: what, reason: "out of memory")
        }
        setInput(callbacks)
        setOutput(callbacks)
        setOptions(options, role)
        let code =
            switch role {
            case .server: nghttp2_session_server_new2(&session, callbacks, nil, options)
            case .client: nghttp2_session_client_new2(&session, callbacks, nil, options)
            }
        guard code == 0, let session else {
            throw .cannotMake(what: what, reason: HTTP2Error.reason(Int(code)))
        }
        return session
    }

    private static func setOptions(_ options: OpaquePointer?, _ role: HTTP2Role) {
        nghttp2_option_set_no_closed_streams(options, 1)
        // The session's caller reports which bytes of a body it has used.
        nghttp2_option_set_no_auto_window_update(options, 1)
        switch role {
        case .server:
            nghttp2_option_set_builtin_recv_extension_type(options, UInt8(NGHTTP2_PRIORITY_UPDATE.rawValue))
            nghttp2_option_set_server_fallback_rfc7540_priorities(options, 1)
        case .client:
            nghttp2_option_set_max_send_header_block_length(options, HTTP2ClientSession.fieldListLimit)
        }
        // The session counts by the instants passed to it; the library would read a clock.
        nghttp2_option_set_stream_reset_rate_limit(options, .max, .max)
        // The session counts frames; the library would count the arrivals in which a frame's first bytes come.
        nghttp2_option_set_max_continuations(options, .max)
    }

    private static func setInput(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, session in
            guard let header, let session = HTTP2Session.from(session) else { return 0 }
            return session.mayBegin(header.pointee) ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, session in
            guard let frame, let session = HTTP2Session.from(session) else { return 0 }
            session.fieldsBegin(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameCount,
            value,
            valueCount,
            _,
            session in
            guard let frame, let session = HTTP2Session.from(session) else { return 0 }
            let isTaken = session.field(
                frame,
                UnsafeBufferPointer(start: name, count: nameCount),
                UnsafeBufferPointer(start: value, count: valueCount)
            )
            return isTaken ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
        }
        // Another program might interpret what the library would silently drop.
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) { _, _, _, _, _, _, _, _ in
            NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, session in
            guard let frame, let session = HTTP2Session.from(session) else { return 0 }
            session.didReceiveFrame(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, _, _, session in
            HTTP2Session.from(session)?.countReset()
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _,
            _,
            stream,
            bytes,
            count,
            session in
            let bytes = UnsafeBufferPointer(start: bytes, count: count)
            HTTP2Session.from(session)?.didReceiveData(Array(bytes), on: stream)
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, session in
            HTTP2Session.from(session)?.streamClosed(stream, HTTP2ErrorCode(rawValue: code))
            return 0
        }
    }

    private static func setOutput(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_send_data_callback(callbacks) {
            _,
            _,
            header,
            _,
            _,
            session in
            guard let header, let session = HTTP2Session.from(session) else { return 0 }
            return session.frameData(header)
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, session in
            guard let frame, let session = HTTP2Session.from(session) else { return 0 }
            session.frameMade(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, code, session in
            // The other reasons are that the stream or the session has ended.
            guard let frame, code == NGHTTP2_ERR_FRAME_SIZE_ERROR.rawValue else { return 0 }
            HTTP2Session.from(session)?.cannotFrame(netlab_h2_header(frame).stream_id)
            return 0
        }
    }
}
