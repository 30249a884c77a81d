import LinuxIO
import Synchronization
import Wire

/// State that a name server and its thread share.
final class NamingState: Sendable {
    /// Parts that the thread takes over.
    struct Parts: ~Copyable, Sendable {
        let socket: DatagramSocket
        let poller: Poller
    }

    let table: NameTable
    /// Where to ask for names that the table does not have; nil means nowhere.
    let relay: NameRelay?
    private let delays: Mutex<(all: Nanoseconds, ip6: Nanoseconds)>
    let clock: RunClock
    let wakeUp: WakeUp
    let isStopping = Atomic(false)
    let failure = Mutex<SystemCallError?>(nil)
    let log = Mutex<[NameQuery]>([])
    private let parts: Mutex<Parts?>

    init(
        _ socket: consuming DatagramSocket,
        _ table: NameTable,
        relay: NameRelay?,
        delays: (all: Nanoseconds, ip6: Nanoseconds),
        _ clock: RunClock
    ) throws(SystemCallError) {
        self.table = table
        self.relay = relay
        self.delays = Mutex(delays)
        self.clock = clock
        wakeUp = try WakeUp()
        let poller = try Poller()
        try poller.add(wakeUp.raw, .read, token: NamingLoop.wakeUpToken)
        try poller.add(socket.raw, .read, token: NamingLoop.socketToken)
        if let relay { try poller.add(relay.socket.raw, .read, token: NamingLoop.relayToken) }
        parts = Mutex(Parts(socket: socket, poller: poller))
    }

    /// How long the answer to a question waits; nil is one that could not be read.
    func delay(of question: DNSQuestion?) -> Nanoseconds {
        delays.withLock { $0.all + (question?.type == .aaaa ? $0.ip6 : 0) }
    }

    /// Answers to questions that arrive from now on, and those of other servers that come from now on, wait so long.
    func change(_ delays: (all: Nanoseconds, ip6: Nanoseconds)) {
        self.delays.withLock { $0 = delays }
    }

    /// Gives the socket and the poller to the first caller. Dropping them closes the port.
    @discardableResult
    func takeParts() -> Parts? {
        parts.withLock { $0.take() }
    }
}
