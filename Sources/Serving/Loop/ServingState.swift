import LinuxIO
import Synchronization

/// State that a server and its thread share.
final class ServingState: Sendable {
    /// Parts that the thread takes over.
    struct Parts: ~Copyable, Sendable {
        let listeners: ListenerSet
        let ports: [any ServedPort]
        let poller: Poller
    }

    let responder: any RequestResponder
    let limits: ServingLimits
    let taps: (any StreamTapping)?
    let clock: RunClock
    let wakeUp: WakeUp
    let calls: ConnectionCalls
    let isStopping = Atomic(false)
    let isFinishing = Atomic(false)
    /// The thread has stopped serving.
    let hasEnded = Atomic(false)
    let failure = Mutex<SystemCallError?>(nil)
    private let parts: Mutex<Parts?>

    init(
        _ listeners: consuming ListenerSet,
        _ ports: [any ServedPort],
        _ responder: any RequestResponder,
        _ limits: ServingLimits,
        _ taps: (any StreamTapping)?,
        _ clock: RunClock
    ) throws(SystemCallError) {
        self.responder = responder
        self.limits = limits
        self.taps = taps
        self.clock = clock
        wakeUp = try WakeUp()
        calls = ConnectionCalls(wakeUp)
        let poller = try Poller()
        try poller.add(wakeUp.raw, .read, token: ServingLoop.wakeUpToken)
        for index in 0..<listeners.count {
            try poller.add(listeners[index].socket.raw, .read, token: ServingLoop.listenerToken(index))
        }
        parts = Mutex(Parts(listeners: listeners, ports: ports, poller: poller))
    }

    /// Gives the listeners and the poller to the first caller. Dropping them closes the ports.
    @discardableResult
    func takeParts() -> Parts? {
        parts.withLock { $0.take() }
    }
}
