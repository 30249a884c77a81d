import Forwarding
import LinkEngine
import LinuxIO
import Programs
import Proxy
import Serving
import Synchronization

/// A line between the proxy and some of its servers. Any thread may use it.
final class HostLine: ServerLine {
    /// nil if it is for all servers that have no line of their own.
    let hosts: HostPattern?
    private let stream: StreamLine
    private let front: Mutex<FrontLine>

    /// `connections` limits those at a time.
    init(
        to hosts: HostPattern?,
        _ front: FrontLine,
        connections: Int,
        _ clock: RunClock
    ) throws(CommandFailure) {
        self.hosts = hosts
        self.front = Mutex(front)
        do throws(StreamLineError) {
            stream = try StreamLine(front.order(connections: connections), clock: clock)
            try stream.start()
        } catch {
            throw CommandFailure(.failed, "the line to \(hosts?.description ?? "the servers"): \(error)")
        }
    }

    var name: String { hosts?.description ?? "*" }

    /// The line in one sentence.
    var words: String { front.withLock { $0.words } }

    /// Connections that exist follow at once.
    func change(to front: FrontLine) {
        self.front.withLock { $0 = front }
        stream.change(front.parameters)
    }

    func carry(_ server: consuming StreamSocket) throws(SystemCallError) -> StreamSocket {
        try stream.carry(server)
    }

    func stop() {
        _ = stream.stop()
    }
}
