import LinuxIO
import Serving
import Wire

/// A connection with a server that a line takes over once it is made. It belongs to the loop's thread.
final class LinedConnection: LoopSocket {
    /// Bytes that the kernel takes from a server ahead of the line. With more, the server would believe that it had
    /// sent what still has to cross.
    static let receiveBuffer: Int32 = 256 << 10

    let raw: Int32
    let token: UInt64
    /// nil once the line has it.
    private var socket: StreamSocket?
    private let line: any ServerLine
    private let opening: UpstreamOpening
    private let deadline: Instant
    private let loop: EventLoop
    private(set) var isClosed = false
    /// Is given the connection that leads to the server over the line, and the port of the proxy's that the server
    /// sees.
    var made: (consuming StreamSocket, UInt16?) throws(UpstreamFailure) -> Void = { _, _ in }

    init(
        _ socket: consuming StreamSocket,
        over line: any ServerLine,
        _ opening: UpstreamOpening,
        until deadline: Instant,
        in loop: EventLoop
    ) {
        raw = socket.raw
        self.socket = consume socket
        self.line = line
        self.opening = opening
        self.deadline = deadline
        self.loop = loop
        token = loop.takeToken()
        opening.watch(loop.wakeUp(token))
    }

    var outlook: ConnectionOutlook { ConnectionOutlook(interest: .write, next: deadline) }

    func proceed(isReadable: Bool) {
        guard !isClosed else { return }
        do throws(UpstreamFailure) {
            guard opening.isWanted() else { throw .unwanted }
            guard socket?.isConnected == true else {
                if let error = socket?.takeError() { throw .socket(error) }
                if loop.clock.now() >= deadline { throw .slow(.connection) }
                return
            }
            try handOver()
        } catch {
            fail(error)
        }
    }

    private func handOver() throws(UpstreamFailure) {
        let carried: StreamSocket
        let port = try? socket?.local().port
        do throws(SystemCallError) {
            // The line's thread may close the descriptor at any time from then on.
            try loop.release(token)
            isClosed = true
            guard var server = socket.take() else { return }
            let tap = server.tap
            server.tap = nil
            var inner = try line.carry(server)
            inner.tap = tap
            carried = inner
        } catch {
            throw .socket(error)
        }
        try made(carried, port)
    }

    func hangUp() {
        fail(socket?.takeError().map { .socket($0) } ?? .closed)
    }

    func finish() {}

    func close() {
        fail(.unwanted)
    }

    private func fail(_ failure: UpstreamFailure) {
        guard !isClosed else { return }
        isClosed = true
        opening.failed(failure)
    }
}
