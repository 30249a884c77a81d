import LinuxIO
import Wire

@testable import Serving

extension ConversationSetting {
    /// For conversations that no connection and no server hold. Accepted at instant 0.
    static func ofNobody(
        _ responder: EchoResponder,
        protocols: HTTPProtocols = .http1,
        limits: ServingLimits = ServingLimits()
    ) throws -> ConversationSetting {
        ConversationSetting(
            client: SocketAddress(address: 0x7F00_0001, port: 1),
            isEncrypted: false,
            accepted: .zero,
            protocols: protocols,
            responder: responder,
            limits: limits,
            clock: RunClock(),
            calls: ConnectionCalls(try WakeUp()),
            token: 1
        )
    }
}
