import LinkEngine
import LinkModel
import LinuxIO
import TestSupport
import Testing
import Wire

/// Lines between a program and servers that it has connected to itself.
@Suite(.timeLimit(.minutes(1)))
struct CarriedConnectionTests {
    private static func line(_ link: LinkParameters) throws -> StreamLine {
        let line = try StreamLine(StreamOrder(upstream: nil, link: link, seed: 1), clock: RunClock())
        try line.start()
        return line
    }

    private static func connected(to address: SocketAddress) throws -> StreamSocket {
        let socket = try StreamSocket.connecting(to: address)
        Readiness.wait(for: [socket.raw], milliseconds: 1)
        while !socket.isConnected { Readiness.wait(for: [], milliseconds: 1) }
        return socket
    }

    private static func receive(_ socket: borrowing StreamSocket) throws -> [UInt8] {
        while true {
            if let bytes = try socket.receive(atMost: 100_000) { return bytes }
            Readiness.wait(for: [socket.raw], milliseconds: 100)
        }
    }

    @Test func `an adopted connection crosses at the line's pace in both directions`() async throws {
        try await OwnThread.run {
            let server = try TestServer(connections: 1) { socket in
                let asked = try socket.receive()
                try socket.sendAll(asked + [UInt8](repeating: 7, count: 100_000))
            }
            // 100,000 B take 0.1 s.
            let link = LinkParameters(
                down: DirectionParameters(rateBps: 8_000_000, oneWayDelay: 10_000_000),
                up: DirectionParameters(rateBps: 8_000_000, oneWayDelay: 10_000_000)
            )
            let line = try Self.line(link)
            let clock = RunClock()
            let carried = try line.carry(try Self.connected(to: server.address))
            while !carried.isConnected { Readiness.wait(for: [], milliseconds: 1) }
            #expect(try carried.send([1, 2], [], isLast: true) == 2)
            var received: [UInt8] = []
            while true {
                let bytes = try Self.receive(carried)
                if bytes.isEmpty { break }
                received += bytes
            }
            // The handshake's round trip, that of the request, and the bytes.
            #expect(clock.now() - .zero > 140_000_000 as Nanoseconds)
            #expect(received.count == 100_002 && received.prefix(3) == [1, 2, 7])
            server.join()
            #expect(line.stop().failure == nil)
        }
    }

    @Test func `a server that resets causes a reset for the client`() async throws {
        try await OwnThread.run {
            let server = try TestServer(connections: 1) { socket in
                // A byte that was not read makes the close a reset.
                _ = try socket.receive(atMost: 1)
            }
            let line = try Self.line(.unlimited)
            let carried = try line.carry(try Self.connected(to: server.address))
            while !carried.isConnected { Readiness.wait(for: [], milliseconds: 1) }
            _ = try carried.send([1, 2], [], isLast: true)
            #expect(throws: SystemCallError.self) { _ = try Self.receive(carried) }
            server.join()
        }
    }

    @Test func `strangers that connect to the line's port are closed`() async throws {
        try await OwnThread.run {
            let line = try Self.line(.unlimited)
            let stranger = try TestSocket.tcp()
            try stranger.connect(0x7F00_0001, port: line.address.port)
            #expect(try stranger.receive().isEmpty)
        }
    }
}
