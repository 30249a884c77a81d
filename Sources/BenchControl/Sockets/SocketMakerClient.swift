package import Grounds
package import LinuxIO
import Synchronization

/// Sockets of a client's host that a `SocketMaker` makes. Any thread may ask; each waits its turn.
package final class SocketMakerClient: Sendable {
    private let socket: DescriptorSocket
    private let turn = Mutex(())
    /// What the maker said first.
    package let greeting: String

    /// Waits until the maker is there.
    package init(over socket: DescriptorSocket) throws(BenchError) {
        self.socket = socket
        do throws(SystemCallError) {
            greeting = String(decoding: try socket.receive().bytes, as: UTF8.self)
        } catch {
            throw BenchError("the program that opens sockets cannot be reached: \(error)")
        }
        if greeting.isEmpty { throw BenchError("the program that opens sockets has ended") }
    }

    /// A socket that is not connected.
    package func make() throws(BenchError) -> OwnedDescriptor {
        let message: DescriptorSocket.Handed
        do throws(SystemCallError) {
            message = try turn.withLock { _ throws(SystemCallError) in
                try socket.send([0])
                return try socket.receive()
            }
        } catch {
            throw BenchError("the program that opens sockets has ended: \(error)")
        }
        let words = String(decoding: message.bytes, as: UTF8.self)
        guard let descriptor = message.takeDescriptor() else {
            throw BenchError("no socket could be opened on the client's host: \(words)")
        }
        return descriptor
    }

    /// Starts a connection from the client's host.
    func connecting(to address: SocketAddress) throws -> StreamSocket {
        try StreamSocket.connecting(try make(), to: address)
    }
}
