import Glibc
import LinuxIO
import Synchronization

/// Sockets that need a turn for a reason other than their descriptor or the clock. Any thread may call one; the
/// loop takes the calls.
final class ConnectionCalls: Sendable {
    private let wakeUp: WakeUp
    private let called = Mutex<[UInt64]>([])
    /// The loop's thread, which takes its own calls before it sleeps; 0 before it runs.
    private let thread = Atomic<pthread_t>(0)

    init(_ wakeUp: WakeUp) {
        self.wakeUp = wakeUp
    }

    /// The calling thread is the loop's.
    func belong() {
        thread.store(pthread_self(), ordering: .relaxed)
    }

    func call(_ token: UInt64) {
        called.withLock { $0.append(token) }
        if thread.load(ordering: .relaxed) != pthread_self() { wakeUp.ring() }
    }

    var isEmpty: Bool { called.withLock { $0.isEmpty } }

    func take() -> [UInt64] {
        called.withLock { called in
            guard !called.isEmpty else { return [] }
            defer { called = [] }
            return called
        }
    }
}
