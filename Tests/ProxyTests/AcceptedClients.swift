import LinuxIO
import Synchronization

/// Counts the connections that a server's requests came on.
final class AcceptedClients: Sendable {
    private let clients = Mutex<Set<SocketAddress>>([])

    var count: Int { clients.withLock { $0.count } }

    func note(_ client: SocketAddress) {
        clients.withLock { _ = $0.insert(client) }
    }
}
