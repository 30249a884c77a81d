import HTTP
import LinuxIO
import Wire

/// What a conversation knows of its connection and its server. It belongs to the loop's thread.
final class ConversationSetting {
    let client: SocketAddress
    let isEncrypted: Bool
    /// The CONNECT behind which the client began TLS.
    let tunnel: HTTPRequestHead?
    let accepted: Instant
    let protocols: HTTPProtocols
    let responder: any RequestResponder
    let limits: ServingLimits
    let clock: RunClock
    /// How a thread has the connection, by its token, take a turn.
    let calls: ConnectionCalls
    let token: UInt64
    let desk: ResponseDesk

    init(
        client: SocketAddress,
        isEncrypted: Bool,
        tunnel: HTTPRequestHead? = nil,
        accepted: Instant,
        protocols: HTTPProtocols,
        responder: any RequestResponder,
        limits: ServingLimits,
        clock: RunClock,
        calls: ConnectionCalls,
        token: UInt64,
        desk: ResponseDesk = ResponseDesk()
    ) {
        self.client = client
        self.isEncrypted = isEncrypted
        self.tunnel = tunnel
        self.accepted = accepted
        self.protocols = protocols
        self.responder = responder
        self.limits = limits
        self.clock = clock
        self.calls = calls
        self.token = token
        self.desk = desk
    }

    /// The same inside TLS, which the client begins behind a request of its own.
    func encrypted(behind request: HTTPRequestHead?) -> ConversationSetting {
        ConversationSetting(
            client: client,
            isEncrypted: true,
            tunnel: request,
            accepted: accepted,
            protocols: protocols,
            responder: responder,
            limits: limits,
            clock: clock,
            calls: calls,
            token: token,
            desk: desk
        )
    }
}
