import Forwarding
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
        var seenRefused: Set<IPAddress> = []
        var totals = ProxyTotals()
    }

    private let clock: RunClock
    private let clients: LineClients
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(_ clock: RunClock, _ clients: LineClients) throws(SystemCallError) {
        self.clock = clock
        self.clients = clients
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

    func ended(_ exchange: ProxyExchange) {
        let client = clients[exchange.client.client]
        let now = clock.now()
        let wall = RunClock.wall() - (now - exchange.client.requestFirstByte)
        note { state in
            state.totals.add(exchange)
            if !client.host.isLoopback, state.seen.insert(client.host).inserted {
                state.news.strangers.append(client.host)
            }
            guard state.news.exchanges.count < Self.limit else {
                state.news.lost += 1
                return
            }
            var exchange = exchange
            let content = exchange.keptBytes
            if state.news.contentBytes + content > Self.contentLimit {
                exchange.dropContent()
            } else {
                state.news.contentBytes += content
            }
            state.news.exchanges.append(
                LoggedExchange(exchange: exchange, client: client, wall: wall, ended: now)
            )
        }
    }

    func refused(_ client: SocketAddress) {
        note { state in
            if state.seenRefused.insert(client.host).inserted { state.news.refused.append(client.host) }
        }
    }

    func handshakeFailed(_ failure: ClientHandshakeFailure) {
        note { $0.news.handshakes.append(failure) }
    }

    func holds(_ message: HeldMessage) {
        let what = message.phase == .request ? "" : "the response to "
        remark("held as \(message.id): \(what)\(message.method) \(message.url)")
    }

    func goesOn(_ begun: BegunExchanges) {
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
