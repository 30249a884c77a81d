import Synchronization

/// The thread of a service that is started once and ended once, from any thread.
package final class ServiceThread: Sendable {
    private enum State {
        case made
        case running(WorkerThread)
        case ended
    }

    private let state = Mutex(State.made)

    package init() {}

    /// Starts `body`, which should hold what it needs but not the service, so that an abandoned service still
    /// stops. Does nothing if called again or after the end.
    package func start(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        try state.withLock { state throws(SystemCallError) in
            guard case .made = state else { return }
            state = .running(try WorkerThread(name: name, body))
        }
    }

    /// Waits for the thread, which its owner has told to end. It cannot be started again; later calls do
    /// nothing.
    package func join() {
        let thread = state.withLock { state in
            defer { state = .ended }
            return if case .running(let thread) = state { thread } else { WorkerThread?.none }
        }
        thread?.join()
    }
}
