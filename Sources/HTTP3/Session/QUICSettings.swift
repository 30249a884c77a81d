internal import CQUIC
import Wire

/// ngtcp2's settings for one connection.
struct QUICSettings {
    var raw = ngtcp2_settings()
    var parameters = ngtcp2_transport_params()

    init(_ limits: HTTP3Limits, isClient: Bool, remote: QUICAddress, at now: Instant) {
        netlab_quic_settings(&raw)
        raw.initial_ts = now.stamp
        raw.handshake_timeout = UInt64(limits.handshake)
        raw.max_tx_udp_payload_size = remote.largestDatagram
        raw.cc_algo =
            switch limits.congestion {
            case .cubic: NGTCP2_CC_ALGO_CUBIC
            case .reno: NGTCP2_CC_ALGO_RENO
            case .bbr: NGTCP2_CC_ALGO_BBR
            }
        // A client sends hardly anything: a probe for a larger size would only delay its first request.
        raw.no_pmtud = isClient ? 1 : 0
        raw.max_window = UInt64(limits.connectionWindow)
        raw.max_stream_window = UInt64(limits.window)
        if limits.isTraced {
            raw.qlog_write = { owner, _, note, count in
                guard let note, count > 0 else { return }
                let bytes = UnsafeRawBufferPointer(start: note, count: count)
                HTTP3Session.from(owner)?.noted(Array(bytes))
            }
        }
        netlab_quic_parameters(&parameters)
        parameters.initial_max_data = UInt64(limits.connectionWindow)
        parameters.initial_max_stream_data_bidi_local = UInt64(limits.window)
        parameters.initial_max_stream_data_bidi_remote = UInt64(limits.window)
        parameters.initial_max_stream_data_uni = UInt64(limits.window)
        parameters.initial_max_streams_bidi = isClient ? 0 : UInt64(limits.streams)
        // Control, and the two of QPACK; more than that are push streams, which nobody asked for, or unknown.
        parameters.initial_max_streams_uni = 16
        parameters.max_idle_timeout = UInt64(limits.idle)
        parameters.active_connection_id_limit = 7
        parameters.grease_quic_bit = 1
    }
}
