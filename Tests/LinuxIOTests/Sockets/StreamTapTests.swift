import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct StreamTapTests {
    /// A tapped socket and its peer. Both are closed with it, the socket first.
    private struct Connection: ~Copyable {
        let socket: StreamSocket
        let probe: ProbeSocket
        let tap = NotingTap()

        init() throws {
            let listener = try ListeningSocket(SocketAddress(address: 0x7F00_0001, port: 0), backlog: 1)
            let probe = try ProbeSocket.stream()
            try probe.connect(listener.address)
            guard var socket = try listener.accept() else { throw SystemCallError("accept", errno: EAGAIN) }
            socket.tap = tap
            self.socket = socket
            self.probe = probe
        }
    }

    private static func send(_ bytes: [UInt8], by probe: borrowing ProbeSocket) throws {
        let count = try bytes.withUnsafeBytes { try probe.send($0) }
        #expect(count == bytes.count)
    }

    private static func arrived(at socket: borrowing StreamSocket) {
        Readiness.wait(for: [socket.raw])
    }

    @Test func `data sent from memory and files is reported, and then the end`() throws {
        let connection = try Connection()
        let tap = connection.tap
        let file = try SharedFile.unnamed([5, 6, 7, 8], name: "a")
        #expect(try connection.socket.send([1, 2], [3], isLast: true) == 3)
        #expect(try connection.socket.send(1..<3, of: file) == 2)
        #expect(try connection.socket.send([4], 2..<4, of: file) == 3)
        connection.socket.finishSending()
        _ = consume connection
        #expect(tap.notes == ["sent 1 2 3", "sent 6 7", "sent 4", "sent 7 8", "finished", "inOrder"])
    }

    @Test func `received data is reported for every way of reading`() throws {
        let connection = try Connection()
        let tap = connection.tap
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try connection.socket.receive(atMost: 10) == nil)
        try Self.send([1, 2], by: connection.probe)
        Self.arrived(at: connection.socket)
        #expect(try connection.socket.receive(into: &buffer) == 2)
        try Self.send([3], by: connection.probe)
        Self.arrived(at: connection.socket)
        #expect(try connection.socket.receive(atMost: 10) == [3])
        try Self.send([4], by: connection.probe)
        Self.arrived(at: connection.socket)
        // Closing it with bytes that nobody has read aborts the connection.
        _ = consume connection
        #expect(tap.notes == ["received 1 2", "received 3", "reset"])
    }

    @Test func `a reset is reported`() throws {
        let connection = try Connection()
        let tap = connection.tap
        connection.socket.resetWhenClosed()
        _ = consume connection
        #expect(tap.notes == ["reset"])
    }

    @Test func `a refused connection is reported as failed`() throws {
        // The port is free again by then.
        let address = try ListeningSocket(SocketAddress(address: 0x7F00_0001, port: 0), backlog: 1).address
        let tap = NotingTap()
        var socket = try StreamSocket.connecting(to: address)
        socket.tap = tap
        Self.arrived(at: socket)
        #expect(socket.takeError()?.errno == ECONNREFUSED)
        #expect(tap.notes == ["failed \(ECONNREFUSED)"])
    }
}
