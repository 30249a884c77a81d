import LinuxIO
import Logs
import Proxy
import Synchronization

/// Collects a proxy's exchanges: the proxy's thread hands them in, and the main thread takes them.
final class ProxyJournal: ProxyObserver {
    /// Further exchanges are only counted.
    private static let mostEntries = 1 << 20

    struct Log {
        var entries: [ProxyLogEntry] = []
        var omitted = 0
        /// What went wrong, as sentences without a full stop.
        var failures: [String] = []
    }

    private let log = Mutex(Log())

    func take() -> Log {
        log.withLock { log in
            defer { log = Log() }
            return log
        }
    }

    // MARK: ProxyObserver

    func ended(_ exchange: ProxyExchange) {
        guard let entry = ProxyLogEntry(exchange) else { return }
        log.withLock { log in
            guard log.entries.count < Self.mostEntries else {
                log.omitted += 1
                return
            }
            log.entries.append(entry)
        }
    }

    /// Only the run's own client can reach it.
    func refused(_ client: SocketAddress) {}

    /// The client's log has that.
    func handshakeFailed(_ failure: ClientHandshakeFailure) {}

    func failed(_ reason: String) {
        log.withLock { $0.failures.append(reason) }
    }
}
