import LinkModel
import LinuxIO
import Synchronization

/// State shared by the relay's thread and its owner's.
final class RelayState: Sendable {
    /// Resources that the thread takes over.
    struct Parts: ~Copyable, Sendable {
        let listener: ListeningSocket
        let poller: Poller
    }

    /// Connections that may wait to be accepted.
    private static let backlog: Int32 = 1024
    /// Receive buffer in bytes: data that the kernel takes from a sender ahead of the line. More would
    /// make the sender believe it had sent what still has to cross.
    static let receiveBuffer: Int32 = 256 << 10

    let order: StreamOrder
    let clock: RunClock
    let address: SocketAddress
    let wakeUp: WakeUp
    let isStopping = Atomic(false)
    let isFinishing = Atomic(false)
    let hasEnded = Atomic(false)
    let report = Mutex(StreamReport())
    /// The line to change to; nil keeps the present one.
    private let link = Mutex<LinkParameters?>(nil)
    let handed = ConnectedServers()
    private let parts: Mutex<Parts?>

    init(_ order: StreamOrder, _ clock: RunClock) throws(SystemCallError) {
        self.order = order
        self.clock = clock
        wakeUp = try WakeUp()
        let listener = try ListeningSocket(
            order.listen,
            backlog: Self.backlog,
            receiveBuffer: Self.receiveBuffer
        )
        address = listener.address
        let poller = try Poller()
        try poller.add(wakeUp.raw, .read, token: StreamRelay.wakeUpToken)
        try poller.add(listener.raw, .read, token: RelayListener.token)
        parts = Mutex(Parts(listener: listener, poller: poller))
    }

    /// Any thread may call it; the last line written counts.
    func post(_ link: LinkParameters) {
        self.link.withLock { $0 = link }
        wakeUp.ring()
    }

    func takeLink() -> LinkParameters? {
        link.withLock { $0.take() }
    }

    /// Hands the listener and the poller to the first caller. Dropping them closes the port.
    func takeParts() -> Parts? {
        parts.withLock { $0.take() }
    }
}
