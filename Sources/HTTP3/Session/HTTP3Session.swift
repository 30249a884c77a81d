internal import CQUIC
import HTTP
package import HTTP2
package import Wire

/// The common part of both ends of an HTTP/3 connection, over memory: takes the other end's datagrams and makes some for
/// it. A session reads no clock and knows no socket. It belongs to one thread.
package class HTTP3Session {
    /// QUIC version 1 (RFC 9000).
    static let version = netlab_quic_version_1

    let limits: HTTP3Limits
    let handshake: QUICHandshake
    let link: UnsafeMutablePointer<netlab_quic_link>
    /// nil until both halves are made, which only `init` sees.
    var quic: OpaquePointer?
    var http: OpaquePointer?
    /// The instant of the call under way.
    var now: Instant
    /// How this end or the other ended the connection; nil while it lasts.
    package internal(set) var ending: HTTP3Ending?
    /// While this end says that it has closed the connection.
    var closing: ngtcp2_ccerr?
    /// While datagrams are made: the source of content.
    var source: (any HTTP2BodySource)?
    var contents: [HTTP3StreamID: OutgoingContent] = [:]
    var assemblies: [HTTP3StreamID: FieldAssembly] = [:]
    /// Bytes of content that were handed out and not consumed.
    var unconsumed: [HTTP3StreamID: Int] = [:]
    var trailers: [HTTP3StreamID: HTTPFields] = [:]
    /// nil if nobody wants a trace.
    var tracer: QUICTracer?
    /// Bytes of each stream that went into datagrams, for the trace.
    var sentOffsets: [Int64: Int64] = [:]
    let isClient: Bool

    init(
        _ limits: HTTP3Limits,
        _ handshake: QUICHandshake,
        isClient: Bool,
        at now: Instant
    ) {
        (self.limits, self.handshake, self.isClient, self.now) = (limits, handshake, isClient, now)
        tracer = limits.isTraced ? QUICTracer() : nil
        link = .allocate(capacity: 1)
        link.initialize(to: netlab_quic_link())
        link.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        // Both call back.
        if let http { nghttp3_conn_del(http) }
        if let quic { ngtcp2_conn_del(quic) }
        for stream in contents.keys { contents[stream]?.release() }
        link.deallocate()
    }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> HTTP3Session? {
        pointer.map { Unmanaged<HTTP3Session>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Call once, with the connection that ngtcp2 has made.
    final func begin(_ made: OpaquePointer) {
        quic = made
        link.pointee.connection = made
        handshake.tie(to: link)
        ngtcp2_conn_set_tls_native_handle(made, UnsafeMutableRawPointer(handshake.raw))
    }

    final func noted(_ note: [UInt8]) { tracer?.take(note, at: now) }

    /// What this end has sent; nil if nobody wants a trace.
    package final var trace: QUICTrace? { tracer?.trace }

    // MARK: State

    package final var isOver: Bool { ending != nil && closing == nil }

    package final var isHandshakeComplete: Bool {
        quic.map { ngtcp2_conn_get_handshake_completed($0) != 0 } ?? false
    }

    /// When `expire` is due; nil if the connection is over.
    package final var deadline: Instant? {
        guard let quic, ending == nil else { return nil }
        let expiry = ngtcp2_conn_get_expiry(quic)
        return Instant(nanoseconds: Nanoseconds(clamping: expiry))
    }

    /// Identifiers by which packets to this end can be recognised.
    package final var identifiers: [[UInt8]] {
        guard let quic else { return [] }
        var found = [ngtcp2_cid](repeating: ngtcp2_cid(), count: ngtcp2_conn_get_scid(quic, nil))
        let count = ngtcp2_conn_get_scid(quic, &found)
        return found.prefix(count).map(\.bytes)
    }

    // MARK: Input

    /// Takes a datagram that arrived at `now`, with its IP header's mark for congestion.
    package final func receive(
        _ datagram: UnsafeBufferPointer<UInt8>,
        on path: QUICPath,
        ecn: UInt8 = 0,
        at now: Instant
    ) {
        guard let quic, ending == nil else { return }
        self.now = now
        let code = path.withRaw {
            netlab_quic_read(quic, $0, ecn, datagram.baseAddress, datagram.count, now.stamp)
        }
        if code != 0 { fail(code) }
    }

    /// Does what time demands: probes, and gives up.
    package final func expire(at now: Instant) {
        guard let quic, ending == nil else { return }
        self.now = now
        guard ngtcp2_conn_get_expiry(quic) <= now.stamp else { return }
        let code = ngtcp2_conn_handle_expiry(quic, now.stamp)
        if code != 0 { fail(code) }
    }

    /// Ends the connection after one of ngtcp2's codes.
    final func fail(_ code: Int32) {
        guard ending == nil, let quic else { return }
        switch code {
        case NGTCP2_ERR_DRAINING:
            let reason = ngtcp2_conn_get_ccerr(quic)?.pointee
            ending = .byPeer(HTTP3Ending.Reason(reason))
        case NGTCP2_ERR_CLOSING: ending = .lost
        case NGTCP2_ERR_IDLE_CLOSE: ending = .idle
        case NGTCP2_ERR_DROP_CONN, NGTCP2_ERR_RETRY: ending = .lost
        default:
            var reason = ngtcp2_ccerr()
            if code == NGTCP2_ERR_CRYPTO {
                ngtcp2_ccerr_set_tls_alert(&reason, ngtcp2_conn_get_tls_alert(quic), nil, 0)
            } else if closing == nil {
                ngtcp2_ccerr_set_liberr(&reason, code, nil, 0)
            }
            ending = .byThisEnd(HTTP3Ending.Reason(reason, code))
            closing = reason
        }
        didEnd()
    }

    /// Ends the connection: a last datagram says why.
    package final func close(_ code: HTTP3ErrorCode) {
        guard ending == nil else { return }
        var reason = ngtcp2_ccerr()
        ngtcp2_ccerr_set_application_error(&reason, code.rawValue, nil, 0)
        ending = .byThisEnd(HTTP3Ending.Reason(reason))
        closing = reason
        didEnd()
    }

    /// Ends it without a word.
    package final func abandon() {
        guard ending == nil else { return }
        ending = .lost
        didEnd()
    }

    /// The connection is over; streams that were open are not closed one by one.
    func didEnd() {}

    // MARK: Content

    /// Reports that the caller has used this many bytes of a message's content, so that the other end may send as many
    /// more.
    package final func consumed(_ count: Int, of stream: HTTP3StreamID) {
        guard count > 0, let rest = unconsumed[stream], let quic else { return }
        let used = min(count, rest)
        unconsumed[stream] = used == rest ? nil : rest - used
        grant(used, on: stream, quic)
    }

    package final func consumeRest(of stream: HTTP3StreamID) {
        consumed(.max, of: stream)
    }

    final func grant(_ count: Int, on stream: HTTP3StreamID, _ quic: OpaquePointer) {
        _ = ngtcp2_conn_extend_max_stream_offset(quic, Int64(stream), UInt64(count))
        ngtcp2_conn_extend_max_offset(quic, UInt64(count))
    }

    /// The source has more of a stream's content for which it had returned `later`.
    package final func resume(_ stream: HTTP3StreamID) {
        guard let http else { return }
        _ = nghttp3_conn_resume_stream(http, Int64(stream))
    }

    package final func reset(_ stream: HTTP3StreamID, _ code: HTTP3ErrorCode) {
        guard let quic else { return }
        _ = ngtcp2_conn_shutdown_stream(quic, 0, Int64(stream), code.rawValue)
    }

    /// The window of the other end that keeps data of a stream from being sent; nil if it may be sent.
    package final func closedWindow(for stream: HTTP3StreamID) -> HTTP2ClosedWindow? {
        guard let quic, let granted = ngtcp2_conn_get_remote_transport_params(quic)?.pointee else {
            return nil
        }
        if ngtcp2_conn_get_max_stream_data_left(quic, Int64(stream)) == 0 {
            let size = Int(clamping: granted.initial_max_stream_data_bidi_local)
            return HTTP2ClosedWindow(isOfConnection: false, size: size)
        }
        guard ngtcp2_conn_get_max_data_left(quic) == 0 else { return nil }
        return HTTP2ClosedWindow(isOfConnection: true, size: Int(clamping: granted.initial_max_data))
    }

    // MARK: Events, for either end to interpret

    func didBeginFields(on stream: HTTP3StreamID) {}
    func didReceiveHead(_ fields: FieldAssembly, on stream: HTTP3StreamID, isWhole: Bool) {}
    func didReceiveContent(_ bytes: [UInt8], on stream: HTTP3StreamID) {}
    func didEndMessage(on stream: HTTP3StreamID, _ trailers: HTTPFields) {}
    func didClose(_ stream: HTTP3StreamID, _ code: HTTP3ErrorCode?) {}
    func didCompleteHandshake() {}
    func mayOpenStreams() {}
    func didReceiveFarewell() {}
    func didReceiveToken(_ token: [UInt8]) {}

    /// Packets with other identifiers are for this connection from now on.
    func identifiersChanged() {}

    /// What shows the other end that this end has forgotten the connection.
    func resetToken(for identifier: [UInt8]) -> [UInt8] { QUICLibrary.randomBytes(16) }
}

extension Instant {
    /// As ngtcp2 counts.
    var stamp: UInt64 { UInt64(clamping: nanoseconds) }
}

extension ngtcp2_cid {
    var bytes: [UInt8] {
        withUnsafeBytes(of: data) { Array($0.prefix(datalen)) }
    }

    init(_ bytes: [UInt8]) {
        self.init()
        ngtcp2_cid_init(&self, bytes, min(bytes.count, Int(NGTCP2_MAX_CIDLEN)))
    }
}
