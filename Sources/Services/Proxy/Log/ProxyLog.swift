import Forwarding
import LinkEngine
import LinuxIO
import Proxy
import Serving
import Synchronization
import TLS
import Wire

/// Receives a proxy's exchanges on its thread and queues them for another thread to write, so that the proxy
/// never waits for a reader of its log.
final class ProxyLog: ProxyObserver {
    /// Entries that wait to be written at most; further ones are only counted.
    private static let limit = 65_536
    /// Bytes of their bodies at most; further bodies are dropped.
    private static let contentLimit = 64 << 20

    /// What has come since the last look.
    struct News {
        var exchanges: [LoggedExchange] = []
        var lost = 0
        /// Bytes of the exchanges' bodies.
        var contentBytes = 0
        /// Clients that were refused, each once.
        var refused: [IPAddress] = []
        /// Clients from other machines, each once.
        var strangers: [IPAddress] = []
        /// Clients whose handshake failed, and why.
        var handshakes: [ClientHandshakeFailure] = []
        var failures: [String] = []
        /// What was under way last; nil if nothing was told.
        var begun: BegunExchanges?
        /// What was switched meanwhile.
        var remarks: [String] = []
    }

    private struct State {
        var news = News()
        var seen: Set<IPAddress> = []
        var reportedRefusals: Set<IPAddress> = []
        var totals = ProxyTotals()
        /// Exchanges whose responses are still on the line in front, and the bytes of their bodies.
        var crossing = (count: 0, contentBytes: 0)
    }

    private let clock: RunClock
    private let clients: LineClients
    /// What the line in front carries; nil without one.
    private let crossings: StreamCrossings?
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(
        _ clock: RunClock,
        _ clients: LineClients,
        _ crossings: StreamCrossings? = nil
    ) throws(SystemCallError) {
        self.clock = clock
        self.clients = clients
        self.crossings = crossings
        wakeUp = try WakeUp()
    }

    /// Descriptor that is readable while something waits. Borrowed.
    var raw: Int32 { wakeUp.raw }

    var totals: ProxyTotals { state.withLock { $0.totals } }

    /// The client itself, also if it came through the line.
    func client(behind seen: SocketAddress) -> SocketAddress { clients[seen] }

    func take() -> News {
        wakeUp.drain()
        return state.withLock { state in
            defer { state.news = News() }
            return state.news
        }
    }

    // MARK: ProxyObserver

    /// Called on the proxy's thread. Behind a line the exchange waits until its client has the whole response.
    func ended(_ exchange: ProxyExchange) {
        let seen = exchange.client
        let client = clients[seen.client]
        let now = clock.now()
        let up = crossings?.way(of: seen.client, at: seen.requestFirstByte)
        let wall = RunClock.wall() - (now - seen.requestFirstByte) - (up ?? 0)
        let isKept = state.withLock { state in
            state.totals.add(exchange)
            if !client.host.isLoopback, state.seen.insert(client.host).inserted {
                state.news.strangers.append(client.host)
            }
            return Self.reserve(&state, exchange.keptBytes)
        }
        guard let isKept else { return wakeUp.ring() }
        var exchange = exchange
        if !isKept { exchange.dropContent() }
        let ended = { @Sendable [exchange] (over: Instant, received: Instant?) in
            LoggedExchange(
                exchange: exchange,
                client: client,
                wall: wall,
                ended: over,
                front: up.map { FrontLineEffect(up: $0, received: received) }
            )
        }
        let isWhole = up != nil && seen.responseLastByte != nil && exchange.kind != .tunnel
        let waits =
            isWhole
            && crossings?.tell(when: seen.connectionBytes, of: seen.client) {
                self.add(ended($0 ?? self.clock.now(), $0))
            } == true
        if !waits { add(ended(now, nil)) }
    }

    /// Makes room for an exchange that will be added. Returns whether there is room for its bodies; nil if there is none
    /// for the exchange, either.
    private static func reserve(_ state: inout State, _ content: Int) -> Bool? {
        guard state.news.exchanges.count + state.crossing.count < limit else {
            state.news.lost += 1
            return nil
        }
        let isKept = state.news.contentBytes + state.crossing.contentBytes + content <= contentLimit
        state.crossing.count += 1
        if isKept { state.crossing.contentBytes += content }
        return isKept
    }

    /// Called on the proxy's thread or the line's.
    private func add(_ exchange: LoggedExchange) {
        let content = exchange.exchange.keptBytes
        note { state in
            state.crossing.count -= 1
            state.crossing.contentBytes -= content
            state.news.contentBytes += content
            if let line = exchange.phases.front { state.totals.add(line: line) }
            state.news.exchanges.append(exchange)
        }
    }

    func refused(_ client: SocketAddress) {
        note { state in
            if state.reportedRefusals.insert(client.host).inserted { state.news.refused.append(client.host) }
        }
    }

    func handshakeFailed(_ failure: ClientHandshakeFailure) {
        note { $0.news.handshakes.append(failure) }
    }

    func held(_ message: HeldMessage) {
        let what = message.phase == .request ? "" : "the response to "
        remark("held as \(message.id): \(what)\(message.method) \(message.url)")
    }

    func progressed(_ begun: BegunExchanges) {
        var begun = begun
        for place in begun.shown.indices { begun.shown[place].client = clients[begun.shown[place].client] }
        note { $0.news.begun = begun }
    }

    func failed(_ reason: String) {
        note { $0.news.failures.append(reason) }
    }

    func remark(_ text: String) {
        note { $0.news.remarks.append(text) }
    }

    private func note(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        wakeUp.ring()
    }
}
