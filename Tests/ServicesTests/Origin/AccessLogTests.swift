import LinkEngine
import LinkModel
import LinuxIO
import Serving
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Services

@Suite(.timeLimit(.minutes(1)))
struct AccessLogTests {
    private static let client = SocketAddress(address: 0xC000_0207, port: 4711)

    private static func exchange(
        status: Int = 200,
        from seen: SocketAddress = client,
        isWhole: Bool = true,
        connectionBytes: Int = 0
    ) -> ServedExchange {
        ServedExchange(
            client: seen,
            order: 0,
            request: nil,
            status: status,
            bodyBytes: 10,
            accepted: .zero,
            requestFirstByte: .zero,
            requestLastByte: .zero,
            responseLastByte: isWhole ? Instant(nanoseconds: 1) : nil,
            connectionBytes: connectionBytes
        )
    }

    @Test func `totals count refused and incomplete requests`() {
        var totals = AccessTotals()
        totals.add(Self.exchange(), end: .zero)
        #expect(totals.text(after: 2_000_000_000) == "answered 1 request with 10 B in 2.000 s")
        totals.add(Self.exchange(status: 404), end: .zero)
        totals.add(Self.exchange(), end: nil)
        #expect(
            totals.text(after: 2_000_000_000)
                == "answered 3 requests (1 refused, 1 cut short) with 30 B in 2.000 s"
        )
    }

    @Test func `an unread log counts requests without waking a reader`() throws {
        let log = try AccessLog(RunClock(), isWritten: false)
        log.add(Self.exchange(), client: Self.client)
        #expect(Readiness.wait(for: [log.raw], milliseconds: 0) == [false])
        #expect(log.take().entries.isEmpty && log.totals.requests == 1)
    }

    @Test func `without a line an entry has the server's view immediately`() throws {
        let log = try AccessLog(RunClock())
        log.add(Self.exchange(), client: Self.client)
        log.add(Self.exchange(isWhole: false), client: Self.client)
        #expect(Readiness.wait(for: [log.raw], milliseconds: 0) == [true])
        #expect(log.take().entries.map(\.duration) == [1, nil])
        #expect(log.totals.cutShort == 1)
    }

    @Test func `queues up to 65,536 entries and counts the others`() throws {
        let log = try AccessLog(RunClock())
        for _ in 0..<65_539 { log.add(Self.exchange(), client: Self.client) }
        let taken = log.take()
        #expect(taken.entries.count == 65_536 && taken.lost == 3)
        #expect(log.totals.requests == 65_539)
        log.add(Self.exchange(), client: Self.client)
        #expect(log.take().lost == 0)
    }

    @Test func `a client that bypasses the line is logged with the server's view`() throws {
        let log = try AccessLog(RunClock())
        log.add(Self.exchange(), client: Self.client, over: StreamCrossings())
        #expect(log.take().entries.map(\.duration) == [1])
    }

    @Test func `behind a line an entry waits for full delivery or the line's end`()
        async throws
    {
        try await OwnThread.run {
            let log = try AccessLog(RunClock())
            let crossings = StreamCrossings()
            let seen = Mutex<SocketAddress?>(nil)
            let listener = try ListeningSocket(SocketAddress(address: 0x7F00_0001, port: 0), backlog: 1)
            let order = StreamOrder(
                upstream: listener.address,
                link: LinkParameters(down: DirectionParameters(), up: DirectionParameters()),
                seed: 47,
                connected: { _, local in seen.withLock { $0 = local } },
                crossings: crossings
            )
            let line = try StreamLine(order, clock: RunClock())
            try line.start()
            let client = try LoopbackClient(port: line.address.port)
            _ = Readiness.wait(for: [listener.raw], milliseconds: 10_000)
            guard let server = try listener.accept() else {
                Issue.record("the line does not connect")
                return
            }
            _ = Waiting.until { seen.withLock { $0 != nil } }
            let local = try #require(seen.withLock { $0 })
            for bytes in [300, 301] {
                let exchange = Self.exchange(from: local, connectionBytes: bytes)
                log.add(exchange, client: Self.client, over: crossings)
            }
            log.add(Self.exchange(from: local, isWhole: false), client: Self.client, over: crossings)
            #expect(log.take().entries.map(\.end) == [nil])
            #expect(try server.send(Array(repeating: 7, count: 300)[...], [], isLast: true) == 300)
            _ = Readiness.wait(for: [log.raw], milliseconds: 10_000)
            let crossed = log.take().entries
            #expect(crossed.count == 1 && crossed.allSatisfy { ($0.duration ?? 0) > 1 })
            #expect(log.totals.requests == 2 && log.totals.cutShort == 1)
            _ = line.stop()
            withExtendedLifetime(client) {}
            #expect(log.take().entries.map(\.end) == [nil])
            #expect(log.totals.requests == 3 && log.totals.cutShort == 2)
        }
    }
}
