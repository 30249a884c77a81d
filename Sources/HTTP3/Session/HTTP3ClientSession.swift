internal import CQUIC
package import HTTP
import HTTP2
package import Wire

/// A client's end of an HTTP/3 connection.
package final class HTTP3ClientSession: HTTP3Session {
    private var events: [HTTP3ClientEvent] = []
    private var open: Set<HTTP3StreamID> = []
    private var isLeaving = false
    private var token: [UInt8] = []
    /// Requests go before the handshake is over, unless the server declines.
    private var isEarly = false

    /// Begins a connection to the server of that name, whose certificate must be for it. It may resume an earlier one, and
    /// then send requests with its first packets, if the server takes them: those can be repeated by others.
    package init(
        to host: String,
        _ credentials: QUICCredentials,
        _ limits: HTTP3Limits = HTTP3Limits(),
        resuming earlier: HTTP3Resumption? = nil,
        sendsEarlyData: Bool = false,
        on path: QUICPath,
        at now: Instant
    ) throws(HTTP3Error) {
        try QUICLibrary.check()
        let isEarly = sendsEarlyData && earlier?.parameters.isEmpty == false
        let handshake = try QUICHandshake(
            credentials,
            host: host,
            resuming: earlier?.session,
            sendsEarlyData: isEarly
        )
        super.init(limits, handshake, isClient: true, at: now)
        var settings = QUICSettings(limits, isClient: true, remote: path.remote, at: now)
        var callbacks = QUICCallbacks.make(isClient: true)
        var destination = ngtcp2_cid(QUICLibrary.randomBytes(Self.destinationBytes))
        var source = ngtcp2_cid(QUICLibrary.randomBytes(Self.sourceBytes))
        var made: OpaquePointer?
        let owner = Unmanaged.passUnretained(self).toOpaque()
        let code = path.withRaw { path in
            (earlier?.token ?? []).withUnsafeBufferPointer { token in
                settings.raw.token = token.isEmpty ? nil : token.baseAddress
                settings.raw.tokenlen = token.count
                settings.raw.token_type =
                    token.isEmpty ? NGTCP2_TOKEN_TYPE_UNKNOWN : NGTCP2_TOKEN_TYPE_NEW_TOKEN
                return netlab_quic_new_client(
                    &made,
                    &destination,
                    &source,
                    path,
                    Self.version,
                    &callbacks,
                    &settings.raw,
                    &settings.parameters,
                    owner
                )
            }
        }
        guard code == 0, let made else {
            throw .cannotMake(what: "an HTTP/3 connection", reason: QUICLibrary.reason(Int(code)))
        }
        begin(made)
        guard isEarly, let parameters = earlier?.parameters,
            ngtcp2_conn_decode_and_set_0rtt_transport_params(made, parameters, parameters.count) == 0
        else { return }
        self.isEarly = openStreams()
    }

    /// What a later connection may begin with; nil before the server has given a ticket.
    package var resumption: HTTP3Resumption? {
        guard let quic, let session = handshake.ticket else { return nil }
        var parameters = [UInt8](repeating: 0, count: Self.parameterBytes)
        let count = ngtcp2_conn_encode_0rtt_transport_params(quic, &parameters, parameters.count)
        return HTTP3Resumption(
            session: session,
            parameters: Array(parameters.prefix(max(0, count))),
            token: token
        )
    }

    private static let parameterBytes = 512

    private static let destinationBytes = 18
    private static let sourceBytes = 8

    /// Events since the last call.
    package func takeEvents() -> [HTTP3ClientEvent] {
        defer { events = [] }
        return events
    }

    /// Whether a request can be made now.
    package var acceptsRequests: Bool {
        guard let quic, http != nil, !isLeaving, ending == nil else { return false }
        return ngtcp2_conn_get_streams_bidi_left(quic) > 0
    }

    /// Sends a request without content. Returns its stream.
    package func request(_ head: HTTPRequestHead) throws(HTTP3Error) -> HTTP3StreamID {
        guard let quic, let http, !isLeaving, ending == nil else { throw .noFurtherRequests }
        let pseudo: RequestPseudoFields
        do throws(HTTP2Error) {
            pseudo = try RequestPseudoFields(head, scheme: "https")
        } catch {
            throw .malformedRequest(reason: "\(error)")
        }
        var stream: Int64 = -1
        guard ngtcp2_conn_open_bidi_stream(quic, &stream, nil) == 0 else { throw .streamLimit }
        let code = FieldBlock(pseudo, head.fields).withHTTP3Entries { entries, count in
            nghttp3_conn_submit_request(http, stream, entries, count, nil, nil)
        }
        let number = HTTP3StreamID(truncatingIfNeeded: stream)
        try HTTP3Error.check(code, "a request", number)
        open.insert(number)
        return number
    }

    /// The protocol that both ends agreed on in the handshake.
    package var applicationProtocol: String? { handshake.applicationProtocol }
    package var isResumed: Bool { handshake.isResumed }

    /// Why the server's certificate is not trusted; nil if it is, or has not been looked at.
    package var mistrust: CertificateMistrust? {
        let status = handshake.verification
        // Every bit is set before the certificate was verified.
        return status == 0 || status == .max ? nil : CertificateMistrust(status)
    }

    // MARK: Input

    override func didCompleteHandshake() {
        if isEarly, let quic, !handshake.hasTakenEarlyData {
            // The server forgets the streams, and so does this end.
            _ = ngtcp2_conn_tls_early_data_rejected(quic)
            beginStreamsAgain()
            open = []
            events.append(.earlyDataDeclined)
        }
        isEarly = false
        events.append(.ready)
    }

    override func didReceiveToken(_ token: [UInt8]) { self.token = token }

    override func mayOpenStreams() { events.append(.roomForStreams) }

    override func didReceiveHead(_ fields: FieldAssembly, on stream: HTTP3StreamID, isWhole: Bool) {
        guard !fields.isOversized, let head = fields.response(.http3) else {
            events.append(.oversized(stream))
            return reset(stream, .excessiveLoad)
        }
        events.append(
            head.status < 200 ? .interim(stream, head) : .response(stream, head, isWhole: isWhole)
        )
    }

    override func didReceiveContent(_ bytes: [UInt8], on stream: HTTP3StreamID) {
        events.append(.content(stream, bytes))
    }

    override func didEndMessage(on stream: HTTP3StreamID, _ trailers: HTTPFields) {
        events.append(.end(stream, trailers))
    }

    override func didClose(_ stream: HTTP3StreamID, _ code: HTTP3ErrorCode?) {
        guard open.remove(stream) != nil else { return }
        unconsumed[stream] = nil
        events.append(.closed(stream, code ?? .noError))
    }

    override func didReceiveFarewell() { isLeaving = true }

    override func didEnd() {
        events.append(.ended)
    }
}
