import LinuxIO
import Proxy
import Synchronization

/// Keeps what a proxy tells.
final class TestObserver: ProxyObserver {
    private let exchanges = Mutex<[ProxyExchange]>([])
    private let clients = Mutex<[SocketAddress]>([])
    private let told = Mutex<[BegunExchanges]>([])
    private let failures = Mutex<[ClientHandshakeFailure]>([])

    var ended: [ProxyExchange] { exchanges.withLock { $0 } }
    var begun: [BegunExchanges] { told.withLock { $0 } }
    var refused: [SocketAddress] { clients.withLock { $0 } }
    var failed: [ClientHandshakeFailure] { failures.withLock { $0 } }

    func ended(_ exchange: ProxyExchange) {
        exchanges.withLock { $0.append(exchange) }
    }

    func refused(_ client: SocketAddress) {
        clients.withLock { $0.append(client) }
    }

    func handshakeFailed(_ failure: ClientHandshakeFailure) {
        failures.withLock { $0.append(failure) }
    }

    func progressed(_ begun: BegunExchanges) {
        told.withLock { $0.append(begun) }
    }

    func failed(_ reason: String) {}
}
