internal import CQUIC
import HTTP2

/// What a callback returns to end the connection.
private let failure = Int32(NGHTTP3_ERR_CALLBACK_FAILURE)

/// Connects nghttp3's callbacks to the session, as `QUICCallbacks` does ngtcp2's.
enum HTTP3Callbacks {
    static func make() -> nghttp3_callbacks {
        var callbacks = nghttp3_callbacks()
        setFields(&callbacks)
        setContent(&callbacks)
        return callbacks
    }

    private static func setFields(_ callbacks: inout nghttp3_callbacks) {
        callbacks.begin_headers = { _, stream, owner, _ in
            HTTP3Session.from(owner)?.fieldsBegin(on: stream, areTrailers: false)
            return 0
        }
        callbacks.begin_trailers = { _, stream, owner, _ in
            HTTP3Session.from(owner)?.fieldsBegin(on: stream, areTrailers: true)
            return 0
        }
        callbacks.recv_header = { _, stream, _, name, value, _, owner, _ in
            guard let session = HTTP3Session.from(owner) else { return failure }
            return session.field(nghttp3_rcbuf_get_buf(name), nghttp3_rcbuf_get_buf(value), on: stream)
                ? 0 : failure
        }
        callbacks.recv_trailer = callbacks.recv_header
        callbacks.end_headers = { _, stream, isLast, owner, _ in
            HTTP3Session.from(owner)?.fieldsEnd(on: stream, areTrailers: false, isWhole: isLast != 0)
            return 0
        }
        callbacks.end_trailers = { _, stream, isLast, owner, _ in
            HTTP3Session.from(owner)?.fieldsEnd(on: stream, areTrailers: true, isWhole: isLast != 0)
            return 0
        }
    }

    private static func setContent(_ callbacks: inout nghttp3_callbacks) {
        callbacks.recv_data = { _, stream, data, count, owner, _ in
            HTTP3Session.from(owner)?.content(UnsafeBufferPointer(start: data, count: count), on: stream)
            return 0
        }
        callbacks.deferred_consume = { _, stream, count, owner, _ in
            HTTP3Session.from(owner)?.consumedLater(count, on: stream)
            return 0
        }
        callbacks.end_stream = { _, stream, owner, _ in
            HTTP3Session.from(owner)?.messageEnded(on: stream)
            return 0
        }
        callbacks.stream_close = { _, stream, code, owner, _ in
            HTTP3Session.from(owner)?.forget(stream, HTTP3ErrorCode(rawValue: code))
            return 0
        }
        callbacks.acked_stream_data = { _, stream, count, owner, _ in
            HTTP3Session.from(owner)?.contentAcknowledged(Int(clamping: count), on: stream)
            return 0
        }
        callbacks.stop_sending = { _, stream, code, owner, _ in
            HTTP3Session.from(owner)?.stop(stream, isReading: true, HTTP3ErrorCode(rawValue: code))
            return 0
        }
        callbacks.reset_stream = { _, stream, code, owner, _ in
            HTTP3Session.from(owner)?.stop(stream, isReading: false, HTTP3ErrorCode(rawValue: code))
            return 0
        }
        callbacks.shutdown = { _, _, owner in
            HTTP3Session.from(owner)?.didReceiveFarewell()
            return 0
        }
    }

    /// What nghttp3 asks for content.
    static let reader = nghttp3_data_reader { _, stream, pieces, _, flags, owner, _ in
        guard let pieces, let flags, let session = HTTP3Session.from(owner) else {
            return Int(NGHTTP3_ERR_CALLBACK_FAILURE)
        }
        return session.nextPiece(of: HTTP3StreamID(truncatingIfNeeded: stream), pieces, flags)
    }
}
