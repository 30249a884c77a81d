import LinuxIO
import Synchronization

/// Who stands behind a connection of the line's: the server sees only the line.
final class LineClients: Sendable {
    /// By the port that the line's own connection to the server has: one entry for each port at the most.
    private let clients = Mutex<[SocketAddress: SocketAddress]>([:])

    func note(_ client: SocketAddress, as local: SocketAddress) {
        clients.withLock { $0[local] = client }
    }

    /// The client of a connection that the server sees; itself where no line stands between.
    subscript(seen: SocketAddress) -> SocketAddress {
        clients.withLock { $0.isEmpty ? seen : $0[seen] ?? seen }
    }
}
