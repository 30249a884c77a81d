import LinuxIO
import Synchronization

/// A thread for one piece of a test: what it does to its namespaces ends with it.
package enum OwnThread {
    /// True where threads of this process may make network namespaces.
    package static let mayMakeNamespaces =
        ask {
            (try? NetworkNamespace.make().raw) != nil
        } == true

    package static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let thread = Mutex<WorkerThread?>(nil)
        let result = await withCheckedContinuation { continuation in
            do {
                let started = try WorkerThread(name: "test") {
                    continuation.resume(returning: Result { try body() })
                }
                thread.withLock { $0 = started }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        thread.withLock { $0?.join() }
        return try result.get()
    }

    /// The answer that `question` has on a thread of its own, for what is asked before any test runs; nil where no
    /// thread can be had.
    package static func ask<Answer: Sendable>(_ question: @escaping @Sendable () -> Answer) -> Answer? {
        let answer = Mutex<Answer?>(nil)
        let thread = try? WorkerThread(name: "test-probe") {
            let found = question()
            answer.withLock { $0 = found }
        }
        thread?.join()
        return answer.withLock { $0 }
    }
}
