import HTTP
import LinuxIO
import Origin
import Runs
import Serving
import Synchronization
import Wire

/// Takes the server's exchanges on its thread and has them written on another: a server must never wait for who reads
/// its log.
final class AccessLog: Sendable {
    /// Entries that wait to be written; further ones are counted only.
    private static let limit = 65_536

    private struct State {
        var waiting: [AccessEntry] = []
        var lost = 0
        var totals = AccessTotals()
    }

    private let clock: RunClock
    /// False where nobody reads entries: then requests are only counted, and nobody is woken for them.
    private let isWritten: Bool
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(_ clock: RunClock, isWritten: Bool = true) throws(SystemCallError) {
        self.clock = clock
        self.isWritten = isWritten
        wakeUp = try WakeUp()
    }

    /// Readable where entries wait. Borrowed.
    var raw: Int32 { wakeUp.raw }

    var totals: AccessTotals { state.withLock { $0.totals } }

    /// Called on the server's thread.
    func add(_ exchange: ServedExchange, client: SocketAddress) {
        guard isWritten else { return state.withLock { $0.totals.add(exchange) } }
        let entry = AccessEntry(exchange, client: client, age: clock.now() - exchange.requestFirstByte)
        let isFirst = state.withLock { state in
            state.totals.add(exchange)
            guard state.waiting.count < Self.limit else {
                state.lost += 1
                return false
            }
            state.waiting.append(entry)
            return state.waiting.count == 1
        }
        if isFirst { wakeUp.ring() }
    }

    /// What waits, in order, and how many found no room since the last call.
    func take() -> (entries: [AccessEntry], lost: Int) {
        wakeUp.drain()
        return state.withLock { state in
            defer { (state.waiting, state.lost) = ([], 0) }
            return (state.waiting, state.lost)
        }
    }
}

extension AccessEntry {
    /// `age` is how long ago the request's first byte came.
    fileprivate init(_ exchange: ServedExchange, client: SocketAddress, age: Nanoseconds) {
        let fields = exchange.request?.fields
        var log = OriginLogEntry(exchange)
        log.clientPort = client.port
        self.init(
            client: client,
            wall: RunClock.wall() - age,
            version: exchange.request?.version.description,
            referer: fields?["Referer"],
            userAgent: fields?["User-Agent"],
            log: log
        )
    }
}
