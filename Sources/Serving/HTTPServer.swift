package import LinuxIO
import Synchronization

/// An HTTP/1.1 server: one listener, one thread, one responder.
///
/// Connections are kept, requests may be pipelined, and nothing on the thread waits but for the kernel. Make it,
/// `start()` it, and `stop()` it; any thread may do so.
package final class HTTPServer: Sendable {
    private enum State {
        case made
        case running(WorkerThread)
        case stopped
    }

    package let address: SocketAddress
    private let shared: ServingState
    private let isMeasured: Bool
    private let state = Mutex(State.made)

    /// `isMeasured` asks for a thread that is woken as exactly as this user may have it.
    package init(
        listener: consuming Listener,
        responder: any RequestResponder,
        clock: RunClock,
        limits: ServingLimits = ServingLimits(),
        isMeasured: Bool = false
    ) throws(SystemCallError) {
        address = listener.address
        shared = try ServingState(listener, responder, limits, clock)
        self.isMeasured = isMeasured
    }

    deinit {
        stop()
    }

    package var port: UInt16 { address.port }

    /// Why the server ended by itself; nil where it did not.
    package var failure: SystemCallError? { shared.failure.withLock { $0 } }

    /// Begins to accept. A second call does nothing.
    package func start() throws(SystemCallError) {
        let outcome = state.withLock { state in
            Result { () throws(SystemCallError) in
                guard case .made = state else { return }
                // The thread holds what it needs and not the server, so that a forgotten server still stops.
                state = .running(
                    try WorkerThread(name: "netlab-server") { [shared, isMeasured] in
                        ServingLoop.run(shared, isMeasured: isMeasured)
                    }
                )
            }
        }
        try outcome.get()
    }

    /// Stops accepting and ends every connection at once, also in the middle of a response; returns when the
    /// responder has been told of every exchange. A second call does nothing.
    package func stop() {
        shared.isStopping.store(true, ordering: .releasing)
        shared.wakeUp.ring()
        let thread = state.withLock { state in
            defer { state = .stopped }
            return if case .running(let thread) = state { thread } else { WorkerThread?.none }
        }
        thread?.join()
        // Where it never ran.
        shared.takeParts()
    }
}
