import LinuxIO
import Synchronization

/// Maps the line's connections to the clients behind them, since the server sees only the line.
final class LineClients: Sendable {
    /// Clients by the address of the line's own connection to the server; at most one entry for each port.
    private let clients = Mutex<[SocketAddress: SocketAddress]>([:])

    func note(_ client: SocketAddress, as local: SocketAddress) {
        clients.withLock { $0[local] = client }
    }

    /// The client behind a connection that the server sees; the same address without a line.
    subscript(seen: SocketAddress) -> SocketAddress {
        clients.withLock { $0.isEmpty ? seen : $0[seen] ?? seen }
    }
}
