import LinuxIO
import Synchronization

/// State that a gateway and its thread share.
final class GatewayState: Sendable {
    /// Parts that the thread takes over.
    struct Parts: ~Copyable, Sendable {
        let sockets: PhoneSockets
        let port: PacketPort
        let poller: Poller
    }

    let clock: RunClock
    /// Tells the thread to stop.
    let wakeUp: WakeUp
    let isStopping = Atomic(false)
    let failure = Mutex<GatewayFailure?>(nil)
    /// Tells the gateway's user that there are news.
    let bell: WakeUp
    private let news = Mutex<[GatewayNews]>([])
    /// All phones from now on, until the thread has taken them.
    private let wanted = Mutex<[Phone]?>(nil)
    private let parts: Mutex<Parts?>

    init(
        _ sockets: consuming PhoneSockets,
        _ port: consuming PacketPort,
        _ clock: RunClock
    ) throws(SystemCallError) {
        self.clock = clock
        wakeUp = try WakeUp()
        bell = try WakeUp()
        let poller = try Poller()
        try poller.add(wakeUp.raw, .read, token: GatewayLoop.wakeUpToken)
        try poller.add(port.raw, .read, token: GatewayLoop.portToken)
        try poller.add(sockets.ip4Raw, .read, token: GatewayLoop.ip4Token)
        if let raw = sockets.ip6Raw { try poller.add(raw, .read, token: GatewayLoop.ip6Token) }
        parts = Mutex(Parts(sockets: sockets, port: port, poller: poller))
    }

    /// Gives the parts to the first caller. Dropping them closes the sockets and the interface.
    @discardableResult
    func takeParts() -> Parts? {
        parts.withLock { $0.take() }
    }

    func want(_ phones: [Phone]) {
        wanted.withLock { $0 = phones }
        wakeUp.ring()
    }

    func takeWanted() -> [Phone]? {
        wanted.withLock { $0.take() }
    }

    func tell(_ item: GatewayNews) {
        news.withLock { $0.append(item) }
        bell.ring()
    }

    func takeNews() -> [GatewayNews] {
        bell.drain()
        return news.withLock { news in
            defer { news = [] }
            return news
        }
    }
}
