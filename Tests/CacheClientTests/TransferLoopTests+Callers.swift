import LinuxIO
import Logs
import Synchronization
import TestSupport
import Testing
import Wire

@testable import CacheClient

/// Many callers, one transfer.
extension TransferLoopTests {
    /// What each caller received, in order of delivery.
    final class Ear: Sendable {
        let outcomes = Mutex<[(caller: Int, outcome: TransferOutcome)]>([])

        var words: [FetchError.Word?] { outcomes.withLock { $0.map(\.outcome.failure?.word) } }
        var callers: [Int] { outcomes.withLock { $0.map(\.caller) } }
        var told: [TransferOutcome] { outcomes.withLock { $0.map(\.outcome) } }

        func hears(_ count: Int) async throws {
            #expect(try await Waiting.inTask { outcomes.withLock { $0.count } >= count })
        }
    }

    /// A server that answers once it may.
    private func server(_ gate: ServerGate) throws -> TinyServer {
        try TinyServer { _ in
            gate.pass()
            return .answer(200, body: [1, 2, 3])
        }
    }

    private func call(
        _ loop: TransferLoop,
        _ url: String,
        caller: Int,
        _ ear: Ear,
        _ configuration: Configuration = Configuration(),
        priority: TransferPriority = .normal,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) throws -> TransferTicket {
        var request = try request(url, configuration) { outcome in
            ear.outcomes.withLock { $0.append((caller, outcome)) }
        }
        request.id = caller
        request.priority = priority
        request.progress = progress
        return try #require(loop.submit(request))
    }

    @Test func `a thousand callers share one transfer and are each answered once, in order`() async throws {
        let gate = ServerGate()
        let server = try server(gate)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        for caller in 0..<1000 { _ = try call(loop, server.url, caller: caller, ear) }
        await gate.arrivals()
        gate.open()
        try await ear.hears(1000)
        loop.shutdown()
        #expect(server.seen.count == 1)
        #expect(ear.callers == Array(0..<1000))
        let told = ear.told
        #expect(told.allSatisfy { $0.body == [1, 2, 3] && $0.failure == nil && $0.status == 200 })
        #expect(told.count { $0.exchange != nil } == 1 && told[0].exchange != nil)
        #expect(told[0].sharedWith == nil && told.dropFirst().allSatisfy { $0.sharedWith == 0 })
        let waited = told[1].stamps.phases(until: clock.now())
        #expect(waited.blocked > 0 && waited.connect == 0 && waited.wait == 0 && waited.receive == 0)
    }

    @Test func `a completion may request the next image`() async throws {
        let server = try TinyServer { .answer(200, body: [UInt8(truncatingIfNeeded: $0.order)]) }
        defer { server.stop() }
        let client = try CachingClient(
            configuration: Configuration(policy: .none).undisturbed
        )
        defer { client.shutdown() }
        let came = AsyncStream<[UInt8]>.makeStream()
        @Sendable func ask(_ number: Int) {
            client.load(ImageRequest(url: server.url + "/\(number)")) { response in
                came.continuation.yield(response.bytes)
                if number < 50 { ask(number + 1) } else { came.continuation.finish() }
            }
        }
        ask(0)
        var bodies: [[UInt8]] = []
        for await body in came.stream { bodies.append(body) }
        #expect(bodies == (0...50).map { [UInt8($0)] })
        #expect(server.paths == (0...50).map { "/\($0)" })
    }

    @Test func `a different URL or header field starts another transfer`() async throws {
        let gate = ServerGate()
        let server = try server(gate)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        for caller in 0..<2 { _ = try call(loop, server.url + "/a", caller: caller, ear) }
        _ = try call(loop, server.url + "/b", caller: 2, ear)
        var other = try request(server.url + "/a", ifNoneMatch: "\"x\"") { outcome in
            ear.outcomes.withLock { $0.append((3, outcome)) }
        }
        other.id = 3
        _ = loop.submit(other)
        await gate.arrivals(3)
        gate.open(for: 3)
        try await ear.hears(4)
        #expect(server.seen.count == 3)
    }

    @Test func `a leaving caller is answered at once and only once, the others get the response`()
        async throws
    {
        let gate = ServerGate()
        let server = try server(gate)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        let tickets = try (0..<3).map { try call(loop, server.url, caller: $0, ear) }
        await gate.arrivals()
        // The first one, which began the transfer.
        loop.cancel(tickets[0])
        loop.cancel(tickets[0])
        try await ear.hears(1)
        #expect(ear.words == [.cancelled] && ear.callers == [0])
        gate.open()
        try await ear.hears(3)
        loop.cancel(tickets[1])
        loop.shutdown()
        #expect(ear.callers == [0, 1, 2] && ear.words == [.cancelled, nil, nil])
        #expect(ear.told[1].exchange != nil && ear.told[2].sharedWith == 1)
        #expect(server.seen.count == 1)
    }

    @Test func `the transfer stops when the last caller leaves, and a new caller starts another`()
        async throws
    {
        let gate = ServerGate()
        let server = try server(gate)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        let tickets = try (0..<2).map { try call(loop, server.url, caller: $0, ear) }
        await gate.arrivals()
        for ticket in tickets { loop.cancel(ticket) }
        try await ear.hears(2)
        _ = try call(loop, server.url, caller: 2, ear)
        await gate.arrivals()
        gate.open(for: 2)
        try await ear.hears(3)
        loop.shutdown()
        #expect(ear.words == [.cancelled, .cancelled, nil])
        #expect(server.seen.map(\.connection) == [0, 1])
    }

    @Test func `a queued caller can leave without affecting the others`() async throws {
        let gate = ServerGate()
        let server = try server(gate)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        let one = Configuration(connections: 1)
        let tickets = try (0..<4).map { try call(loop, "\(server.url)/\($0)", caller: $0, ear, one) }
        await gate.arrivals()
        loop.cancel(tickets[1])
        loop.cancel(tickets[2])
        try await ear.hears(2)
        gate.open(for: 2)
        try await ear.hears(4)
        #expect(server.paths == ["/0", "/3"] && ear.callers == [1, 2, 0, 3])
    }

    @Test func `transfers start by priority, including priorities raised later or by another caller`()
        async throws
    {
        let gate = ServerGate()
        let server = try server(gate)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        let one = Configuration(connections: 1)
        func add(_ caller: Int, _ priority: TransferPriority) throws -> TransferTicket {
            try call(loop, "\(server.url)/\(caller % 10)", caller: caller, ear, one, priority: priority)
        }
        _ = try add(0, .normal)
        await gate.arrivals()
        _ = try add(1, .low)
        _ = try add(2, .normal)
        let raised = try add(3, .veryLow)
        _ = try add(4, .high)
        // The second caller of the last fetched image.
        _ = try add(11, .high)
        let gone = try add(12, .veryHigh)
        loop.setPriority(.veryHigh, of: raised)
        loop.cancel(gone)
        gate.open(for: 5)
        try await ear.hears(7)
        #expect(server.paths == ["/0", "/3", "/4", "/1", "/2"])
    }

    @Test func `connections are limited per host and in total`() async throws {
        let gate = ServerGate()
        let server = try server(gate)
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        let hosts = ["a.test": "127.0.0.1", "b.test": "127.0.0.1", "c.test": "127.0.0.1"]
        let configuration = Configuration(connections: 2, connectionsInAll: 3, hosts: hosts)
        for caller in 0..<9 {
            let host = ["a.test", "b.test", "c.test"][caller % 3]
            _ = try call(loop, "http://\(host):\(server.port)/\(caller)", caller: caller, ear, configuration)
        }
        await gate.arrivals(3)
        #expect(server.connections == 3)
        gate.open(for: 9)
        try await ear.hears(9)
        #expect(server.seen.count == 9)
    }

    @Test func `every caller gets progress, with or without a known length`() async throws {
        let body = [UInt8](repeating: 7, count: 300_000)
        let server = try TinyServer { seen in
            if seen.path == "/known" { return .answer(200, body: body) }
            let piece = String(repeating: "x", count: 0x1000)
            return .raw(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n\(piece)\r\n1000\r\n\(piece)\r\n0\r\n\r\n"
            )
        }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        for (path, count, expected) in [("/known", 300_000, 300_000 as Int?), ("/unknown", 8192, nil)] {
            let seen = Mutex<[Int: [TransferProgress]]>([:])
            let before = ear.callers.count
            for caller in 0..<3 {
                _ = try call(loop, server.url + path, caller: caller, ear) { progress in
                    seen.withLock { $0[caller, default: []].append(progress) }
                }
            }
            try await ear.hears(before + 3)
            for reports in seen.withLock({ $0.values }) {
                #expect(reports.last == TransferProgress(received: count, expected: expected))
                #expect(reports.map(\.received) == reports.map(\.received).sorted())
                #expect(reports.allSatisfy { $0.expected == expected })
            }
            #expect(seen.withLock { $0.count } == 3)
        }
    }

    @Test func `each caller has its own timeout`() async throws {
        let gate = ServerGate()
        let server = try server(gate)
        defer {
            gate.open()
            server.stop()
        }
        let loop = try TransferLoop(clock: clock, events: nil)
        let ear = Ear()
        // Only the timeout distinguishes the transfers; the second caller's deadline is later than any test
        // takes.
        let patient = try request(server.url, Configuration(timeout: .milliseconds(200))) { outcome in
            ear.outcomes.withLock { $0.append((0, outcome)) }
        }
        var late = patient
        late.queuedAt = clock.now() + 3_600_000_000_000
        late.completion = { outcome in ear.outcomes.withLock { $0.append((1, outcome)) } }
        _ = loop.submit(patient)
        let ticket = try #require(loop.submit(late))
        try await ear.hears(1)
        #expect(ear.callers == [0] && ear.words == [.timeout])
        loop.cancel(ticket)
        try await ear.hears(2)
        #expect(ear.words == [.timeout, .cancelled] && server.seen.count == 1)
    }
}
