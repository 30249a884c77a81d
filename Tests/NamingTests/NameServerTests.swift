import LinuxIO
import Naming
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
final class NameServerTests {
    private static let loopback: UInt32 = 0x7F00_0001
    private static let patience: Int32 = 30_000

    private let clock = RunClock()
    private let client: DatagramSocket

    init() throws {
        client = try DatagramSocket(SocketAddress(address: Self.loopback, port: 0))
    }

    private func server(delay: Nanoseconds) throws -> NameServer {
        let server = try NameServer(
            names: ["a": [.v4(1)], "b": [.v4(2)]],
            delay: delay,
            address: .v4(Self.loopback),
            port: 0,
            clock: clock
        )
        try server.start()
        return server
    }

    private func ask(_ server: NameServer, _ name: String, identifier: UInt16) throws {
        var message = DNSMessage(DNSHeader(identifier: identifier))
        message.questions = [DNSQuestion(try #require(DNSName(name)), .a)]
        try client.send(message.encoded, to: server.address)
    }

    private func answer() throws -> DNSMessage {
        Readiness.wait(for: [client.raw], milliseconds: Self.patience)
        let (bytes, _) = try #require(try client.receive(atMost: 512))
        let message = DNSMessage(bytes.span.bytes)
        return try #require(message)
    }

    @Test func `queries are answered and logged`() throws {
        let server = try server(delay: 0)
        for (number, name) in ["a", "B", "c"].enumerated() {
            try ask(server, name, identifier: UInt16(number))
            let answer = try self.answer()
            #expect(answer.header.identifier == UInt16(number))
            #expect(answer.answers.first?.data.last == [1, 2, nil][number])
        }
        let log = server.stop()
        #expect(log.map(\.question?.name.description) == ["a", "B", "c"])
        #expect(log.map(\.responseCode) == [.noError, .noError, .noSuchName])
        #expect(log.allSatisfy { $0.answered != nil })
        #expect(server.failure == nil)
    }

    @Test func `answers follow a changed delay`() throws {
        let server = try server(delay: 0)
        let delay: Nanoseconds = 100_000_000
        server.change(delay: delay, delayOfIP6: 0)
        try ask(server, "a", identifier: 1)
        _ = try answer()
        server.change(delay: 0, delayOfIP6: 3_600_000_000_000)
        try ask(server, "a", identifier: 2)
        _ = try answer()
        let log = server.stop()
        let times = log.map { query in query.answered.map { $0 - query.arrived } ?? 0 }
        try #require(times.count == 2)
        #expect(times[0] >= delay && times[1] > 0)
    }

    @Test func `delayed answers wait concurrently`() throws {
        let delay: Nanoseconds = 200_000_000
        let server = try server(delay: delay)
        let start = clock.now()
        let count = 50
        for number in 0..<count { try ask(server, "a", identifier: UInt16(number)) }
        #expect(try (0..<count).map { _ in Int(try self.answer().header.identifier) } == Array(0..<count))
        // One after the other would take fifty times as long.
        #expect(clock.now() - start < delay * Nanoseconds(count))
        let log = server.stop()
        #expect(log.count == count)
        for query in log { #expect(try #require(query.answered) - query.arrived >= delay) }
    }

    @Test func `malformed datagrams are logged without an answer`() throws {
        let server = try server(delay: 0)
        try client.send([1, 2, 3], to: server.address)
        try client.send([], to: server.address)
        try client.send([UInt8](repeating: 0xFF, count: 6000), to: server.address)
        try ask(server, "a", identifier: 9)
        #expect(try answer().header.identifier == 9)
        #expect(server.stop().map { $0.answered == nil } == [true, true, true, false])
    }

    @Test func `stopping abandons delayed answers and frees the port`() throws {
        let server = try server(delay: 3_600_000_000_000)
        try ask(server, "a", identifier: 1)
        // Received before the datagram that is not a query and is recorded at once.
        try client.send([0], to: server.address)
        while server.log().isEmpty { Readiness.wait(for: [], milliseconds: 1) }
        #expect(server.stop().map(\.answered) == [nil, nil])
        #expect(server.stop().count == 2)
        _ = try DatagramSocket(server.address)
    }

    @Test func `a server that never ran can be stopped`() throws {
        let server = try NameServer(names: [:], address: .v4(Self.loopback), port: 0, clock: clock)
        #expect(server.stop().isEmpty)
        _ = try DatagramSocket(server.address)
    }
}
