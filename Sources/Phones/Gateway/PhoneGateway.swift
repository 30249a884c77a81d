package import LinuxIO
import Synchronization
package import WireGuard

/// netlab's end of the phones' tunnels: a thread between a UDP port and an interface.
///
/// What a phone sends comes out of the interface's port, and what the port's host sends to a phone's address goes to the
/// phone. Any thread may call it.
package final class PhoneGateway: Sendable {
    private let state: GatewayState
    private let key: TunnelKey
    private let phones: [Phone]
    private let thread = ServiceThread()

    /// Serves these phones and nobody else, until `serve` names others. `key` is netlab's own.
    package init(
        _ phones: [Phone],
        key: TunnelKey,
        at sockets: consuming PhoneSockets,
        _ port: consuming PacketPort,
        clock: RunClock
    ) throws(SystemCallError) {
        self.phones = phones
        self.key = key
        state = try GatewayState(sockets, port, clock)
    }

    deinit {
        stop()
    }

    package func start() throws(SystemCallError) {
        try thread.start(name: "netlab-phones") { [state, key, phones] in
            GatewayLoop.run(state, key, phones)
        }
    }

    /// Serves these phones and nobody else from now on. Sessions of those that stay go on.
    package func serve(_ phones: [Phone]) {
        state.want(phones)
    }

    /// Readable while there are news. Borrowed.
    package var raw: Int32 { state.bell.raw }

    /// What has happened since the last call.
    package func takeNews() -> [GatewayNews] { state.takeNews() }

    /// Why it ended by itself; nil if it did not.
    package var failure: GatewayFailure? { state.failure.withLock { $0 } }

    /// Ends at once. Phones notice it after some seconds, and begin again if a gateway with the same keys comes.
    package func stop() {
        state.isStopping.store(true, ordering: .releasing)
        state.wakeUp.ring()
        thread.join()
        // In case it never ran.
        state.takeParts()
    }
}
