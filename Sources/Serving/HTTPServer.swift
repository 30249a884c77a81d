package import LinuxIO
import Synchronization

/// A server of HTTP/1.1 and HTTP/2: one thread, one responder, and listeners, each with TLS or without.
///
/// Connections are kept, requests may be pipelined or share a connection as streams, and nothing on the thread waits but for the kernel. Make it,
/// `start()` it, and `stop()` it; any thread may do so.
package final class HTTPServer: Sendable {
    /// Of each listener, in their order.
    package let addresses: [SocketAddress]
    private let shared: ServingState
    private let isMeasured: Bool
    private let thread = ServiceThread()

    /// `isMeasured` asks for a thread that is woken as exactly as this user may have it.
    package init(
        listeners: consuming ListenerSet,
        responder: any RequestResponder,
        clock: RunClock,
        limits: ServingLimits = ServingLimits(),
        isMeasured: Bool = false
    ) throws(SystemCallError) {
        addresses = listeners.addresses
        shared = try ServingState(listeners, responder, limits, clock)
        self.isMeasured = isMeasured
    }

    /// A server with one listener.
    package convenience init(
        listener: consuming Listener,
        responder: any RequestResponder,
        clock: RunClock,
        limits: ServingLimits = ServingLimits(),
        isMeasured: Bool = false
    ) throws(SystemCallError) {
        try self.init(
            listeners: ListenerSet(listener),
            responder: responder,
            clock: clock,
            limits: limits,
            isMeasured: isMeasured
        )
    }

    deinit {
        stop()
    }

    /// Of the first listener.
    package var address: SocketAddress { addresses[0] }
    package var port: UInt16 { address.port }

    /// Why the server ended by itself; nil where it did not.
    package var failure: SystemCallError? { shared.failure.withLock { $0 } }

    /// Begins to accept. A second call does nothing.
    package func start() throws(SystemCallError) {
        try thread.start(name: "netlab-server") { [shared, isMeasured] in
            ServingLoop.run(shared, isMeasured: isMeasured)
        }
    }

    /// Takes no more connections and no more requests: what is under way is answered, and then the server ends by
    /// itself. Returns at once.
    package func finish() {
        shared.isFinishing.store(true, ordering: .releasing)
        shared.wakeUp.ring()
    }

    /// True once it has ended by itself: all was answered after `finish`, or it failed.
    package var hasEnded: Bool { shared.hasEnded.load(ordering: .acquiring) }

    /// Stops accepting and ends every connection at once, also in the middle of a response; returns when the
    /// responder has been told of every exchange. A second call does nothing.
    package func stop() {
        shared.isStopping.store(true, ordering: .releasing)
        shared.wakeUp.ring()
        thread.join()
        // Where it never ran.
        shared.takeParts()
    }
}
