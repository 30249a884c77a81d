import LinuxIO
import Synchronization

/// Connections that need a turn for a reason other than their socket or the clock. Any thread may call one;
/// the loop takes the calls.
final class ConnectionCalls: Sendable {
    private let wakeUp: WakeUp
    private let called = Mutex<[UInt64]>([])

    init(_ wakeUp: WakeUp) {
        self.wakeUp = wakeUp
    }

    func call(_ token: UInt64) {
        called.withLock { $0.append(token) }
        wakeUp.ring()
    }

    func take() -> [UInt64] {
        called.withLock { called in
            defer { called = [] }
            return called
        }
    }
}
