internal import CQUIC
import HTTP2

/// What a callback returns to end the connection.
private let failure = Int32(NGTCP2_ERR_CALLBACK_FAILURE)

/// Connects ngtcp2's callbacks to the session. Each receives the session that made it, which is alive because only the
/// session's own methods call the library.
enum QUICCallbacks {
    static func make(isClient: Bool) -> ngtcp2_callbacks {
        var callbacks = ngtcp2_callbacks()
        netlab_quic_set_crypto(&callbacks, isClient ? 1 : 0)
        setConnection(&callbacks)
        setStreams(&callbacks)
        return callbacks
    }

    private static func setConnection(_ callbacks: inout ngtcp2_callbacks) {
        callbacks.rand = { place, count, _ in
            guard let place else { return }
            _ = gnutls_rnd(GNUTLS_RND_RANDOM, place, count)
        }
        callbacks.get_new_connection_id = { _, identifier, token, count, owner in
            guard let identifier, let token, let session = HTTP3Session.from(owner) else { return failure }
            let bytes = QUICLibrary.randomBytes(count)
            ngtcp2_cid_init(identifier, bytes, count)
            let reset = session.resetToken(for: bytes)
            for (index, byte) in reset.enumerated() { token[index] = byte }
            session.identifiersChanged()
            return 0
        }
        callbacks.remove_connection_id = { _, _, owner in
            HTTP3Session.from(owner)?.identifiersChanged()
            return 0
        }
        callbacks.handshake_completed = { _, owner in
            guard let session = HTTP3Session.from(owner) else { return failure }
            session.didCompleteHandshake()
            return 0
        }
        callbacks.recv_tx_key = { _, level, owner in
            guard level == NGTCP2_ENCRYPTION_LEVEL_1RTT else { return 0 }
            return HTTP3Session.from(owner)?.openStreams() == true ? 0 : failure
        }
        callbacks.recv_new_token = { _, token, count, owner in
            HTTP3Session.from(owner)?.didReceiveToken(Array(UnsafeBufferPointer(start: token, count: count)))
            return 0
        }
        callbacks.extend_max_local_streams_bidi = { _, _, owner in
            HTTP3Session.from(owner)?.mayOpenStreams()
            return 0
        }
    }

    private static func setStreams(_ callbacks: inout ngtcp2_callbacks) {
        callbacks.recv_stream_data = { _, flags, stream, _, data, count, owner, _ in
            guard let session = HTTP3Session.from(owner) else { return failure }
            let isLast = flags & UInt32(NGTCP2_STREAM_DATA_FLAG_FIN) != 0
            return session.read(UnsafeBufferPointer(start: data, count: count), on: stream, isLast: isLast)
                ? 0 : failure
        }
        callbacks.acked_stream_data_offset = { _, stream, _, count, owner, _ in
            guard let session = HTTP3Session.from(owner) else { return failure }
            return session.acknowledged(Int(clamping: count), on: stream) ? 0 : failure
        }
        callbacks.stream_close = { _, flags, stream, code, owner, _ in
            guard let session = HTTP3Session.from(owner) else { return failure }
            let isSet = flags & UInt32(NGTCP2_STREAM_CLOSE_FLAG_APP_ERROR_CODE_SET) != 0
            return session.closed(stream, isSet ? HTTP3ErrorCode(rawValue: code) : nil) ? 0 : failure
        }
        callbacks.stream_reset = { _, stream, _, _, owner, _ in
            HTTP3Session.from(owner)?.endReading(stream)
            return 0
        }
        callbacks.stream_stop_sending = { _, stream, _, owner, _ in
            HTTP3Session.from(owner)?.endReading(stream)
            return 0
        }
        callbacks.extend_max_stream_data = { _, stream, _, owner, _ in
            HTTP3Session.from(owner)?.unblock(stream)
            return 0
        }
    }
}
