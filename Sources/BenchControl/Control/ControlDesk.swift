package import LinuxIO
import Serving

/// Where programs of this machine order something by HTTP, on the loopback. Any thread may start and stop it.
package final class ControlDesk<Call: ControlRequest>: Sendable {
    private static var loopback: String { "127.0.0.1" }

    /// The URL to ask below, without a slash at its end. Who knows it may order.
    package let url: String
    package let queue: ControlQueue<Call>
    private let server: HTTPServer

    /// Takes a port on the network of the calling thread, and makes no thread yet.
    package init(clock: RunClock = RunClock()) throws {
        let path = "/\(RandomToken.text())"
        let listener = try Listener(address: Self.loopback)
        url = "http://\(listener.address)\(path)"
        queue = try ControlQueue()
        server = try HTTPServer(
            listener: listener,
            responder: ControlResponder(at: path, queue),
            clock: clock,
            limits: ServingLimits(connections: 256)
        )
    }

    package func start() throws(SystemCallError) {
        try server.start()
    }

    package func stop() {
        server.stop()
    }
}
