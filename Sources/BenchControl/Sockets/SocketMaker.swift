package import LinuxIO

/// Makes sockets of the client's host for a program that is elsewhere, and hands them over.
///
/// Its thread is on the host of the one that starts it, and ends with the other program.
package final class SocketMaker: Sendable {
    private let socket: DescriptorSocket

    /// Says `first` to the other program, and starts.
    package init(over socket: DescriptorSocket, saying first: String) throws(SystemCallError) {
        self.socket = socket
        try socket.send(Array(first.utf8))
        // Nothing can end the wait of the thread but the other program.
        try WorkerThread(name: "netlab-sockets") { Self.serve(socket) }.leave()
    }

    /// Each message asks for one socket. An answer without one says why there is none.
    private static func serve(_ socket: DescriptorSocket) {
        do throws(SystemCallError) {
            while try !socket.receive().bytes.isEmpty {
                let made: OwnedDescriptor
                do throws(SystemCallError) {
                    made = try StreamSocket.unconnected()
                } catch {
                    try socket.send(Array("\(error)".utf8))
                    continue
                }
                try socket.send([0], made.raw)
            }
        } catch {
            // The other program is gone.
        }
    }
}
