import LinuxIO
import Proxy
import Synchronization
import TLS

/// Keeps what a proxy tells.
final class TestObserver: ProxyObserver {
    private let exchanges = Mutex<[ProxyExchange]>([])
    private let clients = Mutex<[SocketAddress]>([])
    private let failures = Mutex<[TLSError]>([])

    var ended: [ProxyExchange] { exchanges.withLock { $0 } }
    var refused: [SocketAddress] { clients.withLock { $0 } }
    var failed: [TLSError] { failures.withLock { $0 } }

    func ended(_ exchange: ProxyExchange) {
        exchanges.withLock { $0.append(exchange) }
    }

    func refused(_ client: SocketAddress) {
        clients.withLock { $0.append(client) }
    }

    func handshakeFailed(_ client: SocketAddress, _ error: TLSError) {
        failures.withLock { $0.append(error) }
    }

    func failed(_ reason: String) {}
}
