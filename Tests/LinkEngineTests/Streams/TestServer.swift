import LinuxIO
import Synchronization
import Testing

/// A server on loopback with a thread for each connection.
final class TestServer: Sendable {
    let address: SocketAddress
    private let listener: TestSocket
    private let accepting: WorkerThread
    private let serving = Serving()

    private final class Serving: Sendable {
        let threads = Mutex<[WorkerThread]>([])
    }

    /// Serves `connections` connections.
    init(connections: Int, _ serve: @escaping @Sendable (TestSocket) throws -> Void) throws {
        let listener = try TestSocket.tcp()
        try listener.bind(0x7F00_0001, port: 0)
        try listener.listen()
        self.listener = listener
        address = SocketAddress(address: 0x7F00_0001, port: try listener.port())
        accepting = try WorkerThread(name: "test-accept") { [serving] in
            do {
                for _ in 0..<connections {
                    let socket = try listener.accept()
                    let thread = try WorkerThread(name: "test-serve") {
                        do { try serve(socket) } catch { Issue.record(error) }
                    }
                    serving.threads.withLock { $0.append(thread) }
                }
            } catch {
                Issue.record(error)
            }
        }
    }

    /// Waits until every connection has been served.
    func join() {
        accepting.join()
        for thread in serving.threads.withLock({ $0 }) { thread.join() }
    }
}
