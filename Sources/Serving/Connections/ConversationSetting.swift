import LinuxIO
import Wire

/// What a conversation knows of its connection and its server.
struct ConversationSetting {
    let client: SocketAddress
    let isEncrypted: Bool
    let accepted: Instant
    let protocols: HTTPProtocols
    let responder: any RequestResponder
    let limits: ServingLimits
    let clock: RunClock
    /// How a thread has the connection, by its token, take a turn.
    let calls: ConnectionCalls
    let token: UInt64
    var desk = ResponseDesk()
}
