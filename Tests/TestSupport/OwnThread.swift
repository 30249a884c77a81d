import LinuxIO
import Synchronization

/// A thread for one part of a test: changes to its namespaces end with it.
package enum OwnThread {
    /// True if threads of this process may make network namespaces.
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

    /// The result of `question` on a separate thread, for conditions evaluated before any test runs; nil if
    /// no thread can be started.
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
