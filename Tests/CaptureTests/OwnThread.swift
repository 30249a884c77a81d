import Glibc
import LinuxIO
import Synchronization

/// A thread for one piece of a test: what it does to its namespaces ends with it.
enum OwnThread {
    /// True where threads of this process may make network namespaces.
    static let mayMakeNamespaces: Bool = {
        let isAllowed = Mutex(false)
        let thread = try? WorkerThread(name: "test-probe") {
            let made = (try? NetworkNamespace.make().raw) != nil
            isAllowed.withLock { $0 = made }
        }
        thread?.join()
        return isAllowed.withLock { $0 }
    }()

    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
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
}
