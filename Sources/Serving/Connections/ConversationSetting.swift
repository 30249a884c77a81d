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
    var desk = ResponseDesk()
}
