import LinuxIO
import RealTime
import Synchronization

/// A thread with precedence over ordinary ones, like the threads of a run whose waking is measured.
enum PriorityThread {
    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    /// Runs `body` on the thread and waits for it.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        let thread = try WorkerThread(name: "bench-client") {
            _ = ThreadPrecedence(from: RunClock().now())
            let result = Result { try body() }
            outcome.result.withLock { $0 = result }
        }
        thread.join()
        return try outcome.result.withLock { $0 ?? .failure(CancellationError()) }.get()
    }
}
