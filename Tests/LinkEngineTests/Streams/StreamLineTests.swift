import Glibc
import LinkEngine
import LinkModel
import LinuxIO
import Runs
import Synchronization
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct StreamLineTests {
    private static let fast = LinkParameters(
        down: DirectionParameters(rateBps: 50_000_000, oneWayDelay: 1_000_000),
        up: DirectionParameters(rateBps: 50_000_000, oneWayDelay: 1_000_000)
    )

    private static func line(
        to address: SocketAddress,
        _ link: LinkParameters = fast,
        lossAsDelay: Bool = false,
        limits: StreamLimits = StreamLimits()
    ) throws -> StreamLine {
        let order = StreamOrder(
            upstream: address,
            link: link,
            seed: 47,
            lossAsDelay: lossAsDelay,
            limits: limits
        )
        let line = try StreamLine(order, clock: RunClock())
        try line.start()
        return line
    }

    /// Echoes every byte until the client closes, then closes.
    private static func echo(_ socket: TestSocket) throws {
        while true {
            let bytes = try socket.receive()
            if bytes.isEmpty { return }
            try socket.sendAll(bytes)
        }
    }

    private static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    }

    @Test func `a finishing line delivers data in flight and refuses new clients`() async throws {
        try await OwnThread.run {
            // A quarter of a second of bytes.
            var link = Self.fast
            link.down.rate = .constant(8_000_000)
            let sent = Self.pattern(250_000)
            let server = try TestServer(connections: 1) { socket in
                _ = try socket.receive()
                try socket.sendAll(sent)
            }
            let told = Mutex<[SocketAddress]>([])
            let order = StreamOrder(
                upstream: server.address,
                link: link,
                seed: 47,
                connected: { client, local in told.withLock { $0 += [client, local] } }
            )
            let line = try StreamLine(order, clock: RunClock())
            try line.start()
            let client = try TestSocket.tcp()
            try client.connect(0x7F00_0001, port: line.address.port)
            try client.sendAll([1])
            var received = try client.receive()
            #expect(!line.hasEnded)
            line.finish()
            while received.count < sent.count {
                let more = try client.receive()
                if more.isEmpty { break }
                received += more
            }
            #expect(received == sent)
            server.join()
            // The client's end is still open, but nothing more can come for it.
            for _ in 0..<30_000 where !line.hasEnded { Readiness.wait(for: [], milliseconds: 1) }
            #expect(line.hasEnded)
            #expect(line.failure == nil)
            #expect(throws: SystemCallError.self) {
                try TestSocket.tcp().connect(0x7F00_0001, port: line.address.port)
            }
            let port = try client.port()
            #expect(told.withLock { $0.first }?.port == port)
            #expect(told.withLock { $0.count } == 2)
        }
    }

    @Test(arguments: [0.0, 0.02])
    func `every byte crosses in order in both directions, and closing is passed on`(_ loss: Double)
        async throws
    {
        try await OwnThread.run {
            var link = Self.fast
            link.down.loss = .random(PacketShare(loss))
            let server = try TestServer(connections: 1, Self.echo)
            let line = try Self.line(to: server.address, link, lossAsDelay: loss > 0)
            let client = try TestSocket.tcp()
            try client.connect(0x7F00_0001, port: line.address.port)
            let sent = Self.pattern(300_000)
            let sending = try WorkerThread(name: "test-send") {
                do {
                    try client.sendAll(sent)
                    client.finishSending()
                } catch {
                    Issue.record(error)
                }
            }
            #expect(try client.receiveAll(sent.count + 1) == sent)
            sending.join()
            server.join()
            let report = line.stop()
            #expect(report.failure == nil)
            #expect(report.clientPorts == [try client.port()])
            Self.check(report, payload: sent.count, loses: loss > 0)
        }
    }

    private static func check(_ report: StreamReport, payload: Int, loses: Bool) {
        #expect(report.log.allSatisfy { $0.packet.flow == 1 && $0.bytes <= 1500 })
        #expect(zip(report.log, report.log.dropFirst()).allSatisfy { $0.arrival <= $1.arrival })
        #expect(report.recoveries == report.log.count { $0.decision.fate == .lost })
        #expect((report.recoveries > 0) == loses)
        for direction in LinkDirection.allCases {
            let carried = report.log.filter {
                $0.packet.direction == direction && $0.decision.fate == .delivered
            }
            // SYN or SYN-ACK, FIN, one more acknowledgement, and at least the necessary segments.
            let least = payload + 52 * ((payload + 1447) / 1448) + 60 + 52 + 52
            #expect(carried.reduce(0) { $0 + $1.bytes } >= least)
            #expect(carried.allSatisfy { $0.departure != nil })
            #expect(carried.allSatisfy { ($0.departure ?? .zero) >= $0.decision.due })
        }
    }

    @Test func `two connections share one bottleneck`() async throws {
        try await OwnThread.run {
            var link = Self.fast
            link.down.rate = .constant(8_000_000)
            let server = try TestServer(connections: 2) { socket in
                _ = try socket.receive(atMost: 1)
                try socket.sendAll(Self.pattern(250_000))
            }
            let line = try Self.line(to: server.address, link)
            let threads = try (0..<2).map { _ in
                try WorkerThread(name: "test-receive") {
                    do {
                        let client = try TestSocket.tcp()
                        try client.connect(0x7F00_0001, port: line.address.port)
                        try client.sendAll([1])
                        #expect(try client.receiveAll(250_001).count == 250_000)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
            for thread in threads { thread.join() }
            server.join()
            let report = line.stop()
            #expect(report.failure == nil)
            // Their shares depend on when each got a processor; only one is served at a time.
            let served = report.log.filter {
                $0.packet.direction == .down && $0.decision.fate == .delivered
            }
            .map(\.decision).sorted { $0.serviceEnd < $1.serviceEnd }
            #expect(zip(served, served.dropFirst()).allSatisfy { $0.serviceEnd <= $1.serviceStart })
            let busy = served.reduce(0) { $0 + ($1.serviceEnd - $1.serviceStart) }
            #expect(busy >= 500_000_000)
            #expect(Set(report.log.map(\.packet.flow)) == [1, 2])
        }
    }

    @Test func `a sender is slowed to the line's rate with a bounded backlog`() async throws {
        try await OwnThread.run {
            var link = Self.fast
            link.up.rate = .constant(1_000_000)
            let server = try TestServer(connections: 1) { socket in
                try socket.sendAll(try socket.receive())
                _ = try? socket.receiveAll(64 << 20)
            }
            let line = try Self.line(to: server.address, link)
            let client = try TestSocket.tcp()
            try client.connect(0x7F00_0001, port: line.address.port)
            try client.sendAll([1])
            #expect(try client.receive() == [1])
            // Until it would block: the kernel's buffers are full, and the line takes no more.
            let sent = client.sendWhatFits(atMost: 64 << 20)
            #expect(sent < 16 << 20)
            #expect(line.stop().failure == nil)
            server.join()
        }
    }

    @Test func `a reset is passed on`() async throws {
        try await OwnThread.run {
            let server = try TestServer(connections: 1) { socket in
                _ = try socket.receive()
                #expect(throws: (any Error).self) { _ = try socket.receive() }
            }
            let line = try Self.line(to: server.address)
            let client = try LoopbackClient(port: line.address.port)
            try client.send("bytes first")
            client.reset()
            server.join()
            #expect(line.stop().failure == nil)
        }
    }

    @Test func `a client is reset when nobody listens upstream`() async throws {
        try await OwnThread.run {
            let unused = try TestSocket.tcp()
            try unused.bind(0x7F00_0001, port: 0)
            let line = try Self.line(to: SocketAddress(address: 0x7F00_0001, port: try unused.port()))
            // The reset may arrive before the client's thread knows of its connection.
            #expect {
                _ = try LoopbackClient(port: line.address.port).receive()
            } throws: { error in
                (error as? LoopbackClient.Failure)?.errno == ECONNRESET
            }
            #expect(line.stop().failure == nil)
        }
    }

    @Test func `connections beyond the limit wait for their turn`() async throws {
        try await OwnThread.run {
            let server = try TestServer(connections: 3, Self.echo)
            let line = try Self.line(to: server.address, limits: StreamLimits(connections: 1))
            for _ in 0..<3 {
                let client = try LoopbackClient(port: line.address.port)
                try client.send([7])
                client.finishSending()
                #expect(try client.receiveToEnd() == [7])
            }
            server.join()
            #expect(line.stop().clientPorts.count == 3)
        }
    }

    @Test func `stopping ends every connection, and an unused line frees its port`() async throws {
        try await OwnThread.run {
            let server = try TestServer(connections: 1) { socket in
                try socket.sendAll(try socket.receive())
                _ = try? socket.receive()
            }
            let line = try Self.line(to: server.address)
            let client = try LoopbackClient(port: line.address.port)
            try client.send([1])
            #expect(try client.receive() == [1])
            _ = line.stop()
            _ = line.stop()
            #expect(((try? client.receive()) ?? []).isEmpty)
            server.join()
            let idle = try StreamLine(
                StreamOrder(upstream: server.address, link: Self.fast, seed: 1),
                clock: RunClock()
            )
            #expect(idle.stop().log.isEmpty)
            #expect(throws: (any Error).self) { _ = try LoopbackClient(port: idle.address.port) }
        }
    }

    @Test func `unsupported impairments are refused before listening`() {
        var link = Self.fast
        link.up.duplication = PacketShare(0.1)
        let order = StreamOrder(
            upstream: SocketAddress(address: 0x7F00_0001, port: 9),
            link: link,
            seed: 1,
            lossAsDelay: true
        )
        #expect {
            _ = try StreamLine(order, clock: RunClock())
        } throws: { error in
            guard case .refused(let refusal) = error as? StreamLineError else { return false }
            return refusal.causes.map(\.text) == ["up.duplicate: no byte of a stream comes twice"]
        }
    }
}
