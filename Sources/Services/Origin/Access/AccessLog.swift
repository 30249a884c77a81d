import HTTP
import LinkEngine
import LinuxIO
import Logs
import Origin
import Serving
import Synchronization
import Wire

/// Receives exchanges on the server's thread and queues them for another thread to write, so that the server
/// never waits for a reader of its log.
final class AccessLog: Sendable {
    /// Maximum entries that wait to be written or for the line to deliver their responses; further ones are
    /// only counted.
    private static let limit = 65_536

    private struct State {
        var waiting: [AccessEntry] = []
        /// Responses still on the line.
        var crossing = 0
        var lost = 0
        var totals = AccessTotals()
    }

    private let clock: RunClock
    /// False if entries are not written. Requests are then only counted, and no thread is woken.
    private let isWritten: Bool
    /// Entries have their requests' fields.
    private let keepsFields: Bool
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(_ clock: RunClock, isWritten: Bool = true, keepsFields: Bool = false) throws(SystemCallError) {
        self.clock = clock
        self.isWritten = isWritten
        self.keepsFields = keepsFields
        wakeUp = try WakeUp()
    }

    /// Descriptor that is readable while entries wait. Borrowed.
    var raw: Int32 { wakeUp.raw }

    var totals: AccessTotals { state.withLock { $0.totals } }

    /// Called on the server's thread. With a line, the entry waits until `crossings` reports that the client
    /// has the whole response.
    func add(_ exchange: ServedExchange, client: SocketAddress, over crossings: StreamCrossings? = nil) {
        let wall = isWritten ? RunClock.wall() - (clock.now() - exchange.requestFirstByte) : 0
        let end = exchange.responseLastByte
        guard let crossings, end != nil, reserveCrossing() else {
            return note(exchange, client, wall, end: end)
        }
        let isOnLine = crossings.tell(when: exchange.connectionBytes, of: exchange.client) {
            self.state.withLock { $0.crossing -= 1 }
            self.note(exchange, client, wall, end: $0)
        }
        guard !isOnLine else { return }
        // The client connected to the server's own port, bypassing the line.
        state.withLock { $0.crossing -= 1 }
        note(exchange, client, wall, end: end)
    }

    /// Reserves room for an entry; false if there is none.
    private func reserveCrossing() -> Bool {
        state.withLock { state in
            guard state.waiting.count + state.crossing < Self.limit else { return false }
            state.crossing += 1
            return true
        }
    }

    /// Called on the server's thread or the line's.
    private func note(_ exchange: ServedExchange, _ client: SocketAddress, _ wall: Int64, end: Instant?) {
        guard isWritten else { return state.withLock { $0.totals.add(exchange, end: end) } }
        var entry = AccessEntry(exchange, client: client, wall: wall, end: end)
        if keepsFields { entry.fields = exchange.request?.fields }
        let isFirst = state.withLock { state in
            state.totals.add(exchange, end: end)
            guard state.waiting.count + state.crossing < Self.limit else {
                state.lost += 1
                return false
            }
            state.waiting.append(entry)
            return state.waiting.count == 1
        }
        if isFirst { wakeUp.ring() }
    }

    /// Takes the waiting entries in order, and the number of entries lost since the last call.
    func take() -> (entries: [AccessEntry], lost: Int) {
        wakeUp.drain()
        return state.withLock { state in
            defer { (state.waiting, state.lost) = ([], 0) }
            return (state.waiting, state.lost)
        }
    }
}

extension AccessEntry {
    /// `wall` is when the request's first byte arrived.
    fileprivate init(_ exchange: ServedExchange, client: SocketAddress, wall: Int64, end: Instant?) {
        let fields = exchange.request?.fields
        var log = OriginLogEntry(exchange)
        log.clientPort = client.port
        self.init(
            client: client,
            wall: wall,
            version: exchange.request?.version.description,
            referer: fields?["Referer"],
            userAgent: fields?["User-Agent"],
            log: log,
            end: end
        )
    }
}
