internal import CQUIC
import HTTP
import HTTP2

// MARK: As ngtcp2 reports it while it reads

extension HTTP3Session {
    /// Opens this end's control streams, once it has keys for them. False ends the connection.
    final func openStreams() -> Bool {
        guard http == nil, let quic else { return true }
        var settings = nghttp3_settings()
        netlab_http3_settings(&settings)
        settings.qpack_max_dtable_capacity = Self.tableBytes
        settings.qpack_encoder_max_dtable_capacity = Self.tableBytes
        settings.qpack_blocked_streams = Self.blockedStreams
        var callbacks = HTTP3Callbacks.make()
        var made: OpaquePointer?
        let owner = Unmanaged.passUnretained(self).toOpaque()
        guard netlab_http3_new(&made, isClient ? 1 : 0, &callbacks, &settings, owner) == 0, let made else {
            return false
        }
        http = made
        if !isClient { nghttp3_conn_set_max_client_streams_bidi(made, UInt64(limits.streams)) }
        var streams: [Int64] = [0, 0, 0]
        for index in streams.indices where ngtcp2_conn_open_uni_stream(quic, &streams[index], nil) != 0 {
            return false
        }
        return nghttp3_conn_bind_control_stream(made, streams[0]) == 0
            && nghttp3_conn_bind_qpack_streams(made, streams[1], streams[2]) == 0
    }

    /// Streams begin anew, as if none had been opened.
    final func beginStreamsAgain() {
        if let http { nghttp3_conn_del(http) }
        http = nil
        for stream in contents.keys { contents[stream]?.release() }
        (contents, assemblies, trailers, unconsumed) = ([:], [:], [:], [:])
        if !openStreams() { close(.internalError) }
    }

    /// Sizes that browsers use, too.
    private static let tableBytes = 4096
    private static let blockedStreams = 100

    final func read(_ bytes: UnsafeBufferPointer<UInt8>, on stream: Int64, isLast: Bool) -> Bool {
        guard let http, let quic else { return true }
        let used = nghttp3_conn_read_stream(http, stream, bytes.baseAddress, bytes.count, isLast ? 1 : 0)
        guard used >= 0 else {
            refuse(Int32(clamping: used))
            return false
        }
        // Frames count against the windows, and nobody else consumes them.
        _ = ngtcp2_conn_extend_max_stream_offset(quic, stream, UInt64(used))
        ngtcp2_conn_extend_max_offset(quic, UInt64(used))
        return true
    }

    final func acknowledged(_ count: Int, on stream: Int64) -> Bool {
        guard let http else { return true }
        return nghttp3_conn_add_ack_offset(http, stream, UInt64(count)) == 0
    }

    final func closed(_ stream: Int64, _ code: HTTP3ErrorCode?) -> Bool {
        guard let http else {
            forget(stream, code)
            return true
        }
        // It forgets a two-way stream at once, or later if its fields wait for instructions that have not come.
        let result = nghttp3_conn_close_stream(http, stream, (code ?? .noError).rawValue)
        if result == NGHTTP3_ERR_STREAM_NOT_FOUND { forget(stream, code) }
        guard result == 0 || result == NGHTTP3_ERR_STREAM_NOT_FOUND else {
            refuse(result)
            return false
        }
        return true
    }

    /// The stream is over for HTTP, too.
    final func forget(_ stream: Int64, _ code: HTTP3ErrorCode?) {
        guard let quic else { return }
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        assemblies[number] = nil
        trailers[number] = nil
        contents[number]?.release()
        contents[number] = nil
        guard ngtcp2_is_bidi_stream(stream) != 0 else { return }
        if !isClient { ngtcp2_conn_extend_max_streams_bidi(quic, 1) }
        didClose(number, code)
    }

    /// The other end gives up what it sends, or wants nothing more of what this end does.
    final func endReading(_ stream: Int64) {
        guard let http else { return }
        _ = nghttp3_conn_shutdown_stream_read(http, stream)
    }

    final func unblock(_ stream: Int64) {
        guard let http else { return }
        _ = nghttp3_conn_unblock_stream(http, stream)
    }
}

// MARK: As nghttp3 reports it

extension HTTP3Session {
    final func fieldsBegin(on stream: Int64, areTrailers: Bool) {
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        assemblies[number] = FieldAssembly(limit: limits.fieldList)
        if !areTrailers { didBeginFields(on: number) }
    }

    /// False ends the connection: the fields would take longer to read than to send.
    final func field(_ name: nghttp3_vec, _ value: nghttp3_vec, on stream: Int64) -> Bool {
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        assemblies[number]?.add(
            UnsafeBufferPointer(start: name.base, count: name.len),
            UnsafeBufferPointer(start: value.base, count: value.len)
        )
        guard assemblies[number]?.isBomb == true else { return true }
        close(.excessiveLoad)
        return false
    }

    final func fieldsEnd(on stream: Int64, areTrailers: Bool, isWhole: Bool) {
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        guard let fields = assemblies.removeValue(forKey: number) else { return }
        if areTrailers {
            trailers[number] = fields.isOversized ? HTTPFields() : fields.trailers
        } else {
            didReceiveHead(fields, on: number, isWhole: isWhole)
        }
    }

    final func content(_ bytes: UnsafeBufferPointer<UInt8>, on stream: Int64) {
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        unconsumed[number, default: 0] += bytes.count
        didReceiveContent(Array(bytes), on: number)
    }

    final func consumedLater(_ count: Int, on stream: Int64) {
        guard let quic else { return }
        _ = ngtcp2_conn_extend_max_stream_offset(quic, stream, UInt64(count))
        ngtcp2_conn_extend_max_offset(quic, UInt64(count))
    }

    final func messageEnded(on stream: Int64) {
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        didEndMessage(on: number, trailers.removeValue(forKey: number) ?? HTTPFields())
    }

    final func contentAcknowledged(_ count: Int, on stream: Int64) {
        contents[HTTP3StreamID(truncatingIfNeeded: stream)]?.acknowledge(count)
    }

    final func stop(_ stream: Int64, isReading: Bool, _ code: HTTP3ErrorCode) {
        guard let quic else { return }
        if isReading {
            _ = ngtcp2_conn_shutdown_stream_read(quic, 0, stream, code.rawValue)
        } else {
            _ = ngtcp2_conn_shutdown_stream_write(quic, 0, stream, code.rawValue)
        }
    }
}
