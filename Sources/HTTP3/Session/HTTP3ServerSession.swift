internal import CQUIC
package import HTTP
package import HTTP2
import Wire

/// A server's end of an HTTP/3 connection. Priorities follow RFC 9218.
package final class HTTP3ServerSession: HTTP3Session {
    private var events: [HTTP2Event] = []
    private let secret: [UInt8]
    /// The highest stream that the client has opened.
    package private(set) var lastStream: HTTP3StreamID = 0
    /// Set once the connection has other identifiers than before.
    package var hasNewIdentifiers = true

    /// The answer to a client's first packet. `secret` makes tokens for stateless resets.
    init(
        _ credentials: QUICCredentials,
        _ limits: HTTP3Limits,
        to first: FirstPacket,
        on path: QUICPath,
        secret: [UInt8],
        at now: Instant
    ) throws(HTTP3Error) {
        self.secret = secret
        let handshake = try QUICHandshake(credentials, host: nil)
        super.init(limits, handshake, isClient: false, at: now)
        var settings = QUICSettings(limits, isClient: false, remote: path.remote, at: now)
        settings.parameters.original_dcid = ngtcp2_cid(first.originalDestination ?? first.destination)
        settings.parameters.original_dcid_present = 1
        if first.originalDestination != nil {
            settings.parameters.retry_scid = ngtcp2_cid(first.destination)
            settings.parameters.retry_scid_present = 1
        }
        let own = QUICLibrary.randomBytes(Self.identifierBytes)
        settings.parameters.stateless_reset_token_present = 1
        withUnsafeMutableBytes(of: &settings.parameters.stateless_reset_token) {
            $0.copyBytes(from: resetToken(for: own))
        }
        var callbacks = QUICCallbacks.make(isClient: false)
        var (destination, source) = (ngtcp2_cid(first.source), ngtcp2_cid(own))
        var made: OpaquePointer?
        var token = first.token
        let owner = Unmanaged.passUnretained(self).toOpaque()
        let code = path.withRaw { path in
            token.withUnsafeMutableBufferPointer { token in
                if first.originalDestination != nil {
                    settings.raw.token = UnsafePointer(token.baseAddress)
                    settings.raw.tokenlen = token.count
                    settings.raw.token_type = NGTCP2_TOKEN_TYPE_RETRY
                }
                return netlab_quic_new_server(
                    &made,
                    &destination,
                    &source,
                    path,
                    first.version,
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
    }

    /// The identifier that the client chose, which its packets have until it has seen this end's; nil once nobody needs it.
    var initialIdentifier: [UInt8]? {
        quic.flatMap { ngtcp2_conn_get_client_initial_dcid($0)?.pointee.bytes }
    }

    /// Bytes of the identifiers that this end gives out.
    static let identifierBytes = 16

    /// Events since the last call, from receiving or from sending.
    package func takeEvents() -> [HTTP2Event] {
        defer { events = [] }
        return events
    }

    // MARK: Output

    /// Answers a request with a head; the source will be asked for the content.
    package func respond(
        _ head: HTTPResponseHead,
        on stream: HTTP3StreamID,
        hasBody: Bool
    ) throws(HTTP3Error) {
        guard let http else { throw .noFurtherRequests }
        var reader = HTTP3Callbacks.reader
        let code = FieldBlock(head).withHTTP3Entries { entries, count in
            hasBody
                ? nghttp3_conn_submit_response(http, Int64(stream), entries, count, &reader)
                : nghttp3_conn_submit_response(http, Int64(stream), entries, count, nil)
        }
        try HTTP3Error.check(code, "a response", stream)
    }

    /// Sends a 1xx head, before the response.
    package func inform(_ head: HTTPResponseHead, on stream: HTTP3StreamID) throws(HTTP3Error) {
        guard let http else { throw .noFurtherRequests }
        let code = FieldBlock(head).withHTTP3Entries { entries, count in
            nghttp3_conn_submit_info(http, Int64(stream), entries, count)
        }
        try HTTP3Error.check(code, "an interim response", stream)
    }

    /// Announces that further streams are ignored; those that the client has opened continue.
    package func goAway() {
        guard let http else { return }
        _ = nghttp3_conn_shutdown(http)
    }

    // MARK: Input

    override func didBeginFields(on stream: HTTP3StreamID) {
        lastStream = max(lastStream, stream)
        events.append(.began(stream))
    }

    override func didReceiveHead(_ fields: FieldAssembly, on stream: HTTP3StreamID, isWhole: Bool) {
        events.append(
            fields.isOversized
                ? .oversized(stream, isWhole: isWhole)
                : .request(stream, fields.request(.http3), isWhole: isWhole)
        )
    }

    override func didReceiveContent(_ bytes: [UInt8], on stream: HTTP3StreamID) {
        events.append(.body(stream, bytes))
    }

    override func didEndMessage(on stream: HTTP3StreamID, _ trailers: HTTPFields) {
        events.append(.bodyEnd(stream, trailers))
    }

    override func didClose(_ stream: HTTP3StreamID, _ code: HTTP3ErrorCode?) {
        consumeRest(of: stream)
        unconsumed[stream] = nil
        events.append(.closed(stream, code == nil || code == .noError ? .noError : .cancel))
    }

    override func identifiersChanged() { hasNewIdentifiers = true }

    override func resetToken(for identifier: [UInt8]) -> [UInt8] {
        var token = [UInt8](repeating: 0, count: Int(NGTCP2_STATELESS_RESET_TOKENLEN))
        var identifier = ngtcp2_cid(identifier)
        _ = ngtcp2_crypto_generate_stateless_reset_token(&token, secret, secret.count, &identifier)
        return token
    }
}
