import LinuxIO
import Synchronization

/// What a server and its thread share.
final class ServingState: Sendable {
    /// What the thread takes over.
    struct Parts: ~Copyable, Sendable {
        let listener: Listener
        let poller: Poller
    }

    let responder: any RequestResponder
    let limits: ServingLimits
    let clock: RunClock
    let wakeUp: WakeUp
    let isStopping = Atomic(false)
    let failure = Mutex<SystemCallError?>(nil)
    private let parts: Mutex<Parts?>

    init(
        _ listener: consuming Listener,
        _ responder: any RequestResponder,
        _ limits: ServingLimits,
        _ clock: RunClock
    ) throws(SystemCallError) {
        self.responder = responder
        self.limits = limits
        self.clock = clock
        wakeUp = try WakeUp()
        let poller = try Poller()
        try poller.add(wakeUp.raw, .read, token: ServingLoop.wakeUpToken)
        try poller.add(listener.socket.raw, .read, token: ServingLoop.listenerToken)
        parts = Mutex(Parts(listener: listener, poller: poller))
    }

    /// The listener and the poller, to the first who asks. Dropping them closes the port.
    @discardableResult
    func takeParts() -> Parts? {
        parts.withLock { $0.take() }
    }
}
