import LinkEngine
import LinuxIO
import Synchronization

/// A thread for one piece of a test: what it does to its namespaces ends with it.
enum OwnThread {
    /// What threads of this process may do, found out by doing it.
    static let allowances: [MachineAllowance] = {
        let found = Mutex<[MachineAllowance]>([])
        let thread = try? WorkerThread(name: "test-probe") {
            let answers = MachineProbe.allowances()
            found.withLock { $0 = answers }
        }
        thread?.join()
        return found.withLock { $0 }
    }()

    static func allows(_ feature: MachineAllowance.Feature) -> Bool {
        allowances.contains { $0.feature == feature && $0.isAllowed }
    }

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
