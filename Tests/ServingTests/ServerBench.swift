import LinuxIO
import Testing

@testable import Serving

/// A test's own server.
enum ServerBench {
    /// Runs a server around `body` and returns its records.
    @discardableResult
    static func serving(
        _ responder: EchoResponder,
        limits: ServingLimits = ServingLimits(),
        sendBuffer: Int32? = nil,
        _ body: (HTTPServer) throws -> Void
    ) throws -> [ServedExchange] {
        let server = try HTTPServer(
            listener: Listener(address: "127.0.0.1", sendBuffer: sendBuffer),
            responder: responder,
            clock: RunClock(),
            limits: limits
        )
        try server.start()
        defer { server.stop() }
        try body(server)
        server.stop()
        #expect(server.failure == nil)
        return responder.ended
    }
}
