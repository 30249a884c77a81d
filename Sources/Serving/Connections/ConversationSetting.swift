import HTTP
import HTTP2
import LinuxIO
import Wire

/// A conversation's view of its connection and its server. It belongs to the loop's thread.
final class ConversationSetting {
    let client: SocketAddress
    private(set) var isEncrypted: Bool
    /// The CONNECT in whose tunnel the client's requests come.
    private(set) var tunnel: HTTPRequestHead?
    let accepted: Instant
    let protocols: HTTPProtocols
    /// The port at which clients take this server for others; nil if they know it.
    let redirectedPort: UInt16?
    let responder: any RequestResponder
    let limits: ServingLimits
    let clock: RunClock
    /// Through this a thread asks for the connection's turn, by its token.
    let calls: ConnectionCalls
    let token: UInt64
    let writer: ResponseWriter

    init(
        client: SocketAddress,
        isEncrypted: Bool,
        accepted: Instant,
        protocols: HTTPProtocols,
        redirectedPort: UInt16? = nil,
        responder: any RequestResponder,
        limits: ServingLimits,
        clock: RunClock,
        calls: ConnectionCalls,
        token: UInt64,
        writer: ResponseWriter = ResponseWriter()
    ) {
        self.client = client
        self.isEncrypted = isEncrypted
        self.accepted = accepted
        self.protocols = protocols
        self.redirectedPort = redirectedPort
        self.responder = responder
        self.limits = limits
        self.clock = clock
        self.calls = calls
        self.token = token
        self.writer = writer
    }

    /// Asks for a turn of the connection. Any thread may call it.
    var wakeUp: @Sendable () -> Void {
        let (calls, token) = (calls, token)
        return { calls.call(token) }
    }

    /// From here on the client speaks inside TLS, which it begins after a request.
    func beginEncryption(behind request: HTTPRequestHead?) {
        isEncrypted = true
        tunnel = request
    }

    /// From here on the client's requests are for the server that its CONNECT named.
    func beginRequests(behind request: HTTPRequestHead?) {
        tunnel = request
    }

    /// The request as its responder gets it.
    func request(
        _ incoming: IncomingRequest,
        _ trailers: HTTPFields,
        order: Int,
        stream: BodyStream?
    ) -> ServedRequest {
        ServedRequest(
            head: incoming.head,
            body: incoming.body,
            bodyBytes: incoming.bodyBytes,
            trailers: trailers,
            stream: stream,
            tunnel: tunnel,
            client: client,
            isEncrypted: isEncrypted,
            order: order
        )
    }

    /// The record of a request that is not answered yet. `stream` is HTTP/2's.
    func exchange(
        order: Int,
        stream: Int? = nil,
        _ request: HTTPRequestHead?,
        firstByte: Instant,
        lastByte: Instant
    ) -> ServedExchange {
        ServedExchange(
            client: client,
            order: order,
            stream: stream,
            request: request,
            status: 0,
            accepted: accepted,
            requestFirstByte: firstByte,
            requestLastByte: lastByte
        )
    }
}

// MARK: Opening

extension ConversationSetting {
    /// The first conversation of a connection. `agreed` is the protocol that a handshake settled on; nil if
    /// there was no handshake or it named none.
    func opening(agreed: String?, at now: Instant) throws(HTTP2Error) -> any Conversation {
        // In the tunnel the client speaks with the server that it meant.
        if let redirectedPort, tunnel == nil {
            return RedirectedConversation(self, to: redirectedPort, at: now)
        }
        if agreed == "h2" || protocols == .http2 { return try HTTP2Conversation(self, at: now) }
        if isEncrypted || protocols == .http1 { return HTTP1Conversation(self, at: now) }
        return PrefaceConversation(self, at: now)
    }
}
