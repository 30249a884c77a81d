import Glibc
import LinuxIO
import RealTime
import TestSupport
import Testing
import Wire

@Suite(
    .enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"),
    .timeLimit(.minutes(1))
)
struct SendingTimesTests {
    private static let loopback: UInt32 = 0x7F00_0001

    /// Runs `body` on a thread in a new namespace with a loopback, and two connected datagram sockets on it.
    private func inside(
        _ body: @escaping @Sendable (borrowing ProbeSocket, borrowing PacketPort) throws -> Void
    ) async throws {
        try await OwnThread.run {
            try NetworkNamespace.make().enter()
            try RouteSocket().bringUp("lo")
            let socket = try ProbeSocket.datagrams()
            try socket.connect(SocketAddress(address: Self.loopback, port: 9))
            // Sees the same packets when they arrive.
            try body(socket, try PacketPort.ethernet("lo", ip4Only: true))
        }
    }

    private static func send(_ byte: UInt8, _ count: Int, on socket: borrowing ProbeSocket) throws {
        let bytes = [UInt8](repeating: byte, count: count)
        // Without a listener, a later send reports an error instead of sending.
        for _ in 0..<2 where (try? bytes.withUnsafeBytes { try socket.send($0) }) != nil { return }
        throw SystemCallError("send", errno: ECONNREFUSED)
    }

    /// The next incoming IP packet of `count` bytes.
    private static func packet(of count: Int, from port: borrowing PacketPort) throws -> [UInt8] {
        while Readiness.wait(for: [port.raw], milliseconds: 10_000) == [true] {
            var frame = [UInt8](repeating: 0, count: 2000)
            let length = read(port.raw, &frame, frame.count)
            if length - port.headerBytes == count { return Array(frame[port.headerBytes..<length]) }
        }
        throw SystemCallError("read", on: "lo", errno: ETIMEDOUT)
    }

    /// The kernel starts to stamp a moment after it was asked to; until then a packet's time is that of the
    /// query.
    private static func stamped(
        _ socket: borrowing ProbeSocket,
        _ port: borrowing PacketPort
    ) throws -> SendingTimes {
        var times = try SendingTimes.of("lo")
        try times.watch(from: RunClock.wall())
        for _ in 0..<6000 {
            try send(0, 60, on: socket)
            let packet = try packet(of: 88, from: port)
            let asked = RunClock.wall()
            if let time = packet.withUnsafeBytes({ times.take($0, readAt: asked) }), time < asked {
                return times
            }
            Readiness.wait(for: [], milliseconds: 5)
        }
        throw SystemCallError("stamp", on: "lo", errno: ETIMEDOUT)
    }

    private static func time(of packet: [UInt8], in times: inout SendingTimes) -> Int64? {
        packet.withUnsafeBytes { times.take($0, readAt: RunClock.wall()) }
    }

    @Test func `a packet's time is its sending time, however late it is read`() async throws {
        try await inside { socket, port in
            var times = try Self.stamped(socket, port)
            let before = RunClock.wall()
            try Self.send(1, 100, on: socket)
            let after = RunClock.wall()
            Readiness.wait(for: [], milliseconds: 20)
            let packet = try Self.packet(of: 128, from: port)
            let time = try #require(Self.time(of: packet, in: &times))
            #expect((before...after).contains(time))
        }
    }

    @Test func `packets are distinguished, and reading one discards earlier ones`() async throws {
        try await inside { socket, port in
            var times = try Self.stamped(socket, port)
            try Self.send(1, 100, on: socket)
            let between = RunClock.wall()
            try Self.send(2, 200, on: socket)
            let first = try Self.packet(of: 128, from: port)
            let second = try Self.packet(of: 228, from: port)
            let time = try #require(Self.time(of: second, in: &times))
            #expect(time >= between)
            let forgotten = Self.time(of: first, in: &times)
            #expect(forgotten == nil)
        }
    }

    @Test func `starting a watch clears the backlog, and the next packet has a time`() async throws {
        try await inside { socket, port in
            var times = try Self.stamped(socket, port)
            for _ in 0..<500 { try Self.send(1, 100, on: socket) }
            try times.watch(from: RunClock.wall())
            try Self.send(2, 300, on: socket)
            let packet = try Self.packet(of: 328, from: port)
            let time = Self.time(of: packet, in: &times)
            #expect(time != nil)
        }
    }

    @Test func `a watch keeps packets sent after its start`() async throws {
        try await inside { socket, port in
            var times = try Self.stamped(socket, port)
            try Self.send(1, 100, on: socket)
            let between = RunClock.wall()
            for byte in UInt8(2)..<5 { try Self.send(byte, 200, on: socket) }
            try times.watch(from: between)
            let first = try Self.packet(of: 228, from: port)
            let time = try #require(Self.time(of: first, in: &times))
            #expect(time >= between)
        }
    }

    @Test func `looking up a forgotten packet keeps packets sent after it was read`() async throws {
        try await inside { socket, port in
            var times = try Self.stamped(socket, port)
            try Self.send(1, 100, on: socket)
            let packet = try Self.packet(of: 128, from: port)
            try times.watch(from: RunClock.wall())
            let asked = RunClock.wall()
            for byte in UInt8(2)..<5 { try Self.send(byte, 200, on: socket) }
            let forgotten = packet.withUnsafeBytes { times.take($0, readAt: asked) }
            #expect(forgotten == nil)
            let next = try Self.packet(of: 228, from: port)
            let time = try #require(Self.time(of: next, in: &times))
            #expect(time >= asked)
        }
    }

    @Test func `nothing is kept without a watch or after many packets passed`() async throws {
        try await inside { socket, port in
            var times = try SendingTimes.of("lo")
            try Self.send(1, 100, on: socket)
            let unwatched = Self.time(of: try Self.packet(of: 128, from: port), in: &times)
            #expect(unwatched == nil)
            try times.watch(from: RunClock.wall())
            for _ in 0..<100 { try times.pass() }
            try Self.send(2, 200, on: socket)
            let passed = Self.time(of: try Self.packet(of: 228, from: port), in: &times)
            #expect(passed == nil)
            try times.watch(from: RunClock.wall())
            try Self.send(3, 300, on: socket)
            let watched = Self.time(of: try Self.packet(of: 328, from: port), in: &times)
            #expect(watched != nil)
        }
    }
}
