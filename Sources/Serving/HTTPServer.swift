package import LinuxIO
import Synchronization

/// A server of HTTP/1.1 and HTTP/2: one thread, one responder, and listeners, each with TLS or without.
///
/// Connections are kept alive. Requests may be pipelined or share a connection as streams. The thread waits
/// for nothing but the kernel. Any thread may call `start()` and `stop()`.
package final class HTTPServer: Sendable {
    /// One for each listener, in their order.
    package let addresses: [SocketAddress]
    private let shared: ServingState
    private let isMeasured: Bool
    private let thread = ServiceThread()

    /// `ports` are served beside the listeners, by the same responder. `taps` are told what crosses the connections. `isMeasured` asks for a thread that wakes as precisely as
    /// this user's privileges allow.
    package init(
        listeners: consuming ListenerSet,
        ports: [any ServedPort] = [],
        responder: any RequestResponder,
        clock: RunClock,
        limits: ServingLimits = ServingLimits(),
        taps: (any StreamTapping)? = nil,
        isMeasured: Bool = false
    ) throws(SystemCallError) {
        addresses = listeners.addresses
        shared = try ServingState(listeners, ports, responder, limits, taps, clock)
        self.isMeasured = isMeasured
    }

    /// A server with one listener.
    package convenience init(
        listener: consuming Listener,
        responder: any RequestResponder,
        clock: RunClock,
        limits: ServingLimits = ServingLimits(),
        taps: (any StreamTapping)? = nil,
        isMeasured: Bool = false
    ) throws(SystemCallError) {
        try self.init(
            listeners: ListenerSet(listener),
            responder: responder,
            clock: clock,
            limits: limits,
            taps: taps,
            isMeasured: isMeasured
        )
    }

    deinit {
        stop()
    }

    /// The first listener's.
    package var address: SocketAddress { addresses[0] }
    package var port: UInt16 { address.port }

    /// Why the server ended by itself; nil if it did not.
    package var failure: SystemCallError? { shared.failure.withLock { $0 } }

    /// Starts accepting. A second call does nothing.
    package func start() throws(SystemCallError) {
        try thread.start(name: "netlab-server") { [shared, isMeasured] in
            ServingLoop.run(shared, isMeasured: isMeasured)
        }
    }

    /// Accepts no more connections and no more requests. The server answers what is under way, then ends by
    /// itself. Returns at once.
    package func finish() {
        shared.isFinishing.store(true, ordering: .releasing)
        shared.wakeUp.ring()
    }

    /// True once it has ended by itself: all was answered after `finish`, or it failed.
    package var hasEnded: Bool { shared.hasEnded.load(ordering: .acquiring) }

    /// Stops accepting and ends every connection at once, even in the middle of a response. Returns when
    /// every exchange has been reported to the responder. A second call does nothing.
    package func stop() {
        shared.isStopping.store(true, ordering: .releasing)
        shared.wakeUp.ring()
        thread.join()
        // In case it never ran.
        shared.takeParts()
    }
}
