import LinuxIO
import Synchronization

/// Connections with servers that the line takes over, by the addresses of the clients that they are for. Any
/// thread may use it.
final class ConnectedServers: Sendable {
    /// One connection, until the line's thread takes it.
    final class Place: Sendable {
        fileprivate let socket: Mutex<StreamSocket?>

        init(_ socket: consuming StreamSocket) {
            self.socket = Mutex(socket)
        }
    }

    private let places = Mutex<[SocketAddress: Place]>([:])

    func put(_ server: Place, for client: SocketAddress) {
        places.withLock { $0[client] = server }
    }

    /// nil if none is for this client.
    func take(for client: SocketAddress) -> StreamSocket? {
        let place = places.withLock { $0.removeValue(forKey: client) }
        return place?.socket.withLock { $0.take() }
    }
}
