package import LinuxIO
import Synchronization
import Wire

/// An address on this machine's loopback that leads to one on the far side of a line, by sockets of the client's host:
/// for programs that make their own. Each of its connections is one over the line.
package final class LoopbackForwarder: Sendable {
    package let address: SocketAddress
    private let thread = ServiceThread()
    private let wakeUp: WakeUp

    /// Connections that wait to be passed on.
    private static let backlog: Int32 = 128

    /// Listens and passes on.
    package init(to place: SocketAddress, over sockets: SocketMakerClient) throws(SystemCallError) {
        let listening = try ListeningSocket(
            SocketAddress(host: .loopback4, port: 0),
            backlog: Self.backlog
        )
        address = listening.address
        wakeUp = try WakeUp()
        let parts = Mutex<Parts?>(Parts(poller: try Poller(), listening: listening))
        try thread.start(name: "netlab-gate") { [wakeUp] in
            guard let parts = parts.withLock({ $0.take() }) else { return }
            var loop = parts.loop(to: place, over: sockets, wakeUp)
            // Clients of a gate that fails see their connections end.
            try? loop.run()
        }
    }

    /// What moves to the thread.
    private struct Parts: ~Copyable {
        let poller: Poller
        let listening: ListeningSocket

        consuming func loop(
            to place: SocketAddress,
            over sockets: SocketMakerClient,
            _ wakeUp: WakeUp
        ) -> ForwarderLoop {
            ForwarderLoop(poller, listening, to: place, over: sockets, wakeUp)
        }
    }

    deinit {
        stop()
    }

    /// Ends every connection at once. A second call does nothing.
    package func stop() {
        wakeUp.ring()
        thread.join()
    }
}
